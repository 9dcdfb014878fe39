import { firstIdAt } from '@tandem/domain/core/id';
import type { Page, PageRequest, Rendered } from '@tandem/domain/core/page';
import type { Event } from '@tandem/domain/events/event';
import type { Events } from '@tandem/domain/events/events.port';
import { Database } from '@tandem/platform/postgres/database';
import { type Bind, equals, type Filter } from '@tandem/platform/postgres/params';
import { SqlStore } from '@tandem/platform/postgres/sql-store';
import { callersReach, visibleEvents } from '../access/visible-events.js';
import { auditEntryView, eventView } from './event.view.js';
import { eventTable } from './event.table.js';

/** `task.*` takes in the whole family. Ids are in the order of time, so that time bounds can use the key. */
const family: Filter = (type: string, bind) =>
  type.endsWith('*')
    ? `t.type like ${bind(`${type.slice(0, -1).replace(/[\\%_]/g, '\\$&')}%`)}`
    : `t.type = ${bind(type)}`;
const since: Filter = (instant: Date, bind) => `t.id >= ${bind(firstIdAt(instant))}`;
const until: Filter = (instant: Date, bind) => `t.id < ${bind(firstIdAt(instant))}`;

/** Leaves out what happened to records that the caller may not read. */
function within(bind: Bind): string | undefined {
  const reach = callersReach(bind);
  return reach && visibleEvents('t', reach);
}

/** Looking through so many takes some tenths of a second at most. */
const mostLookedAt = 50_000;

class AuditEntries extends SqlStore<Event> {
  protected override readonly horizon = mostLookedAt;

  constructor(database: Database) {
    const filters = {
      action: family,
      resourceType: equals('resource_type'),
      resourceId: equals('resource_id'),
      actorId: equals('actor_id'),
      actorType: equals('actor_type'),
    };
    super(database, { table: eventTable, view: auditEntryView, filters: { ...filters, since, until } });
  }

  protected override visible(bind: Bind): string | undefined {
    return within(bind);
  }
}

class PublicEvents extends SqlStore<Event> {
  protected override readonly horizon = mostLookedAt;

  constructor(database: Database) {
    super(database, {
      table: eventTable,
      view: eventView,
      filters: { type: family, since, until, afterSequence: (after, bind) => `t.sequence > ${bind(after)}` },
    });
  }

  protected override get alive(): string {
    return 't.sequence is not null';
  }

  protected override visible(bind: Bind): string | undefined {
    return within(bind);
  }

  /** Ascending: for a consumer that catches up from the last sequence it has seen. */
  pageAfter({ limit, cursor, ...filters }: PageRequest & { afterSequence: number }): Promise<Page> {
    return this.pageBy({ limit, cursor }, filters, { key: 't.sequence', type: 'bigint', direction: 'asc' });
  }
}

export class SqlEvents implements Events {
  static needs = [Database] as const;
  private readonly auditEntries: AuditEntries;
  private readonly publicEvents: PublicEvents;

  constructor(database: Database) {
    this.auditEntries = new AuditEntries(database);
    this.publicEvents = new PublicEvents(database);
  }

  auditPage(request: PageRequest & object): Promise<Page> {
    return this.auditEntries.page(request);
  }

  page(request: PageRequest & { afterSequence?: number }): Promise<Page> {
    const { afterSequence } = request;
    return afterSequence === undefined
      ? this.publicEvents.page(request)
      : this.publicEvents.pageAfter({ ...request, afterSequence });
  }

  read(id: string): Promise<Rendered> {
    return this.publicEvents.read(id);
  }
}
