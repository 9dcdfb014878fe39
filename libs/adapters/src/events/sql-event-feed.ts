import type { EventReach } from '@tandem/domain/core/events/channels';
import type { EventRange } from '@tandem/domain/core/events/happened';
import { currentScope } from '@tandem/domain/core/scope';
import { uses } from '@tandem/domain/core/use-case';
import { type FeedBounds, EventFeed, type FeedPage } from '@tandem/domain/events/stream/event-feed.port';
import type { Row } from '@tandem/platform/postgres/batch';
import { Database } from '@tandem/platform/postgres/database';
import { Signals } from '@tandem/platform/postgres/signals';
import { rowsOf, tenantStatement } from '@tandem/platform/postgres/statements';
import { visibleEvents } from '../access/visible-events.js';

const maxEvents = 500;
/** A page ends after this size, however few events it has. */
const maxBytes = 512 * 1024;

const bounds = `select (select last ${rowsOf('event_counters')}) as newest,
  (select sequence ${rowsOf('events')} and sequence is not null order by sequence limit 1) as oldest`;

const page = `select id, type, sequence, channels, created_at, data, picked from (
    select e.*, count(*) over () as picked,
      sum(octet_length(data)) over (order by sequence rows between unbounded preceding and 1 preceding) as before
    from (select id, type, sequence, channels, created_at, data::text
      ${rowsOf('events')} and sequence > $2 order by sequence limit ${maxEvents}) e) e
  where coalesce(before, 0) < ${maxBytes} order by sequence`;

const shown = `select sequence ${rowsOf('events', 'e')} and sequence between $2 and $3
  and ${visibleEvents('e', '$4::jsonb')}`;

export class SqlEventFeed extends uses({ database: Database, signals: Signals }, EventFeed) {
  async bounds(): Promise<FeedBounds> {
    const [row] = await this.database.queryOfTenant(bounds);
    return { newest: (row!.newest as number | null) ?? 0, oldest: row!.oldest as number | null };
  }

  async after(sequence: number): Promise<FeedPage> {
    const rows = await this.planned(page, sequence);
    const { tenantId } = currentScope();
    const picked = (rows[0]?.picked as number | undefined) ?? 0;
    return { events: rows.map((row) => eventOf(row, tenantId)), hasMore: picked === maxEvents || rows.length < picked };
  }

  async shownIn({ from, to }: EventRange, reach: EventReach): Promise<ReadonlySet<number>> {
    const rows = await this.planned(shown, from, to, JSON.stringify(reach));
    return new Set(rows.map((row) => row.sequence as number));
  }

  async newestAcrossTenants(tenantIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
    if (tenantIds.length === 0) return new Map();
    const text = 'select tenant_id, last from event_counters where tenant_id = any($1)';
    const rows = await this.database.queryAcrossTenants(text, [tenantIds]);
    return new Map(rows.map((row) => [row.tenant_id as string, row.last as number]));
  }

  onNumbered(wake: (tenantIds: readonly string[]) => void): void {
    this.signals.on('tandem_numbered', (tenantIds) => wake(tenantIds.split(',')));
  }

  /** Without sequential scans: PostgreSQL may expect one to be short after a restart. */
  private async planned(text: string, ...values: readonly unknown[]): Promise<Row[]> {
    return (await this.database.plannedBatch(tenantStatement(text, ...values)))[0]!.rows;
  }
}

function eventOf(row: Row, tenantId: string) {
  const { id, type, sequence, channels, created_at: createdAt, data } = row;
  return { id, type, timestamp: (createdAt as Date).toISOString(), tenantId, sequence, data, channels } as never;
}
