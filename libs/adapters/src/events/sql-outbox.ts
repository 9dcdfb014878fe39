import { Outbox, type Relayed, type WaitingWork } from '@tandem/domain/core/subscriptions';
import { currentScope, noTenant } from '@tandem/domain/core/scope';
import { needing } from '@tandem/domain/core/use-case';
import { Database } from '@tandem/platform/postgres/database';

const mostTenants = 50;
const mostEvents = 500;

/** The tenants above `first` that have events without a number: one step in the index for each tenant, not for each event. */
const unnumbered = (first: string, beyond: string) => `(
    with recursive hop as (
      (select tenant_id from events where sequence is null and is_public and tenant_id > ${first} ${beyond} order by tenant_id limit 1)
      union all
      select n.tenant_id from hop h, lateral (select e.tenant_id from events e
        where e.sequence is null and e.is_public and e.tenant_id > h.tenant_id ${beyond} order by e.tenant_id limit 1) n)
    select tenant_id from hop limit ${mostTenants})`;

/** Locks tenants that have events to relay and on which no other relay is working, in turn. */
const lockTenants = `select c.tenant_id from event_counters c
  where c.tenant_id in (
    select tenant_id from ${unnumbered('$1::uuid', '')} above
    union select tenant_id from ${unnumbered(`'${noTenant}'`, 'and tenant_id <= $1::uuid')} below)
  order by c.tenant_id <= $1::uuid, c.tenant_id limit ${mostTenants} for update skip locked`;

const relay = `
  with open as materialized (select tenant_id, last from event_counters where tenant_id = any($1::uuid[])),
  fresh as (
    select o.tenant_id, e.id, row_number() over (partition by o.tenant_id order by e.id) as place
    from open o, lateral (select id from events where tenant_id = o.tenant_id and sequence is null and is_public
      order by id limit ${mostEvents}) e),
  numbered as (
    update events e set sequence = o.last + f.place from fresh f join open o using (tenant_id)
    where e.tenant_id = f.tenant_id and e.id = f.id returning e.tenant_id, e.sequence, e.type),
  counted as (
    update event_counters c set last = o.last + n.count
    from open o, lateral (select count(*) from numbered where tenant_id = o.tenant_id) n
    where c.tenant_id = o.tenant_id),
  waiting as (
    insert into subscription_work as w (tenant_id, subscription, from_sequence, up_to)
    select n.tenant_id, s.name, min(n.sequence), max(n.sequence)
    from numbered n join subscriptions s on s.types is null or n.type = any(s.types)
    group by n.tenant_id, s.name order by n.tenant_id, s.name
    on conflict (tenant_id, subscription) do update set up_to = excluded.up_to
    returning w.tenant_id as "tenantId", w.subscription)
  select (select count(*) from numbered) as numbered, coalesce((select json_agg(w) from waiting w), '[]') as waiting`;

export class SqlOutbox extends needing({ database: Database }, Outbox) {
  /** The last tenant of the previous look; the next one starts after it. */
  private last: string = noTenant;

  relayAcrossTenants(): Promise<Relayed> {
    return this.database.acrossTenants(() =>
      this.database.run(async () => {
        const tenants = (await this.database.query(lockTenants, [this.last])).map((row) => row.tenant_id as string);
        if (tenants.length === 0) return { numbered: 0, waiting: [] };
        this.last = tenants.at(-1)!;
        const [row] = await this.database.query(relay, [tenants]);
        return { numbered: row!.numbered as number, waiting: row!.waiting as WaitingWork[] };
      }),
    );
  }

  async open(): Promise<void> {
    const text = 'insert into event_counters (tenant_id) values ($1)';
    await this.database.defer([{ text, values: [currentScope().tenantId] }]);
  }
}
