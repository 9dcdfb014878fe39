import { eventReach } from '@tandem/domain/core/event-reach';
import { firstIdAt } from '@tandem/domain/core/id';
import type { Page, PageRequest, Rendered } from '@tandem/domain/core/page';
import { currentScope } from '@tandem/domain/core/scope';
import type { Event } from '@tandem/domain/events/event';
import type { Events } from '@tandem/domain/events/events.port';
import { Database } from '@tandem/platform/postgres/database';
import { type Bind, equals, type Filter } from '@tandem/platform/postgres/params';
import { SqlStore } from '@tandem/platform/postgres/sql-store';
import { isWithin } from '@tandem/platform/postgres/visible-events';
import { auditEntryView, eventView } from './event.view.js';
import { eventTable } from './event.table.js';

/** `task.*` takes in the whole family. Ids are in the order of time, so that time bounds can use the key. */
const family: Filter = (type: string, bind) =>
  type.endsWith('*')
    ? `t.type like ${bind(`${type.slice(0, -1).replace(/[\\%_]/g, '\\$&')}%`)}`
    : `t.type = ${bind(type)}`;
const since: Filter = (instant: Date, bind) => `t.id >= ${bind(firstIdAt(instant))}`;
const until: Filter = (instant: Date, bind) => `t.id < ${bind(firstIdAt(instant))}`;

/** The condition that lets a caller learn only of records that they may read. */
function within(bind: Bind): string | undefined {
  const reach = eventReach(currentScope().rights);
  return reach ? isWithin('t', `${bind(JSON.stringify(reach))}::jsonb`) : undefined;
}

class AuditEntries extends SqlStore<Event> {
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
  constructor(database: Database) {
    super(database, {
      table: eventTable,
      view: eventView,
      filters: { type: family, since, until, afterSequence: (after, bind) => `t.sequence > ${bind(after)}` },
    });
  }

  protected override visible(bind: Bind): string {
    return ['t.sequence is not null', within(bind)].filter(Boolean).join(' and ');
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
