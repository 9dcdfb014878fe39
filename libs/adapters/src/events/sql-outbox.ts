import { Outbox, type Relayed } from '@tandem/domain/core/events/subscriptions';
import { noTenant } from '@tandem/domain/core/scope';
import { uses } from '@tandem/domain/core/use-case';
import { Database } from '@tandem/platform/postgres/database';
import { ofTenant, rowsOf, tenantStatement } from '@tandem/platform/postgres/statements';

const maxTenants = 50;
/** Events numbered at once in a tenant: fewer with many tenants, since subscribers wait until all are committed. */
const shareOf = (tenants: number) => [500, 200].find((share) => share * tenants <= 2000) ?? 100;

/** Tenants above `first` with unnumbered events, found by one index lookup per tenant. */
const unnumbered = (first: string, beyond: string) => `(
    with recursive hop as (
      (select tenant_id from events where sequence is null and is_public and tenant_id > ${first} ${beyond}
        order by tenant_id limit 1)
      union all
      select n.tenant_id from hop h, lateral (select e.tenant_id from events e
        where e.sequence is null and e.is_public and e.tenant_id > h.tenant_id ${beyond}
        order by e.tenant_id limit 1) n)
    select tenant_id from hop limit ${maxTenants})`;

/** Tenants with unnumbered events after the tenant $1, then from the start; another relay may have locked them. */
const waitingTenants = `select tenant_id from (
    select false as is_below, tenant_id from ${unnumbered('$1::uuid', '')} above
    union all select true, tenant_id from ${unnumbered(`'${noTenant}'`, 'and tenant_id <= $1::uuid')} below) both_ways
  order by is_below, tenant_id limit ${maxTenants}`;

const lockTenant = `select ${rowsOf('event_counters')} for update skip locked`;

/** Separate from the lock, so that its snapshot includes what the previous relay committed. */
const relay = (share: number) => `
  with fresh as (
    select id, row_number() over (order by id) as place from (
      select id ${rowsOf('events')} and sequence is null and is_public order by id limit ${share}) e),
  numbered as (
    update events e set sequence = (select last ${rowsOf('event_counters')}) + f.place from fresh f
    where ${ofTenant('e')} and e.id = f.id returning e.sequence, e.type),
  counted as (
    update event_counters t set last = last + (select count(*) from numbered) where ${ofTenant()}),
  waiting as (
    insert into subscription_work as w (tenant_id, subscription, from_sequence, up_to)
    select $1, s.name, min(n.first), max(n.last)
    from (select type, min(sequence) as first, max(sequence) as last from numbered group by type) n
      join subscriptions s on s.types is null or n.type = any(s.types)
    group by s.name order by s.name
    on conflict (tenant_id, subscription) do update set up_to = excluded.up_to
    returning w.tenant_id as "tenantId", w.subscription)
  select (select count(*)::int from numbered) as numbered,
    coalesce((select json_agg(w) from waiting w), '[]') as waiting`;

type Numbered = Pick<Relayed, 'numbered' | 'waiting'>;

export class SqlOutbox extends uses({ database: Database }, Outbox) {
  private last: string = noTenant;

  relayAcrossTenants(): Promise<Relayed> {
    return this.database.acrossTenants(async () => {
      const tenants = (await this.database.query(waitingTenants, [this.last])).map((row) => row.tenant_id as string);
      this.last = tenants.at(-1) ?? this.last;
      const { numberedTenants, ...relayed } = await this.database.run(() => this.relay(tenants));
      this.database.numberedEvents(numberedTenants);
      return relayed;
    });
  }

  /** Takes two round trips, with one statement per tenant in each. */
  private async relay(tenants: readonly string[]): Promise<Relayed & { numberedTenants: string[] }> {
    const forEach = (text: string, of: readonly string[]) =>
      this.database.batch(of.map((tenantId) => ({ text, values: [tenantId] })));
    if (tenants.length === 0) return { numbered: 0, hasMore: false, waiting: [], numberedTenants: [] };
    const locked = await forEach(lockTenant, tenants);
    const ours = tenants.filter((_, index) => locked[index]!.count > 0);
    const share = shareOf(ours.length);
    const relayed = (await forEach(relay(share), ours)).map(({ rows }) => rows[0] as unknown as Numbered);
    return {
      numbered: relayed.reduce((sum, { numbered }) => sum + numbered, 0),
      hasMore: (tenants.length === maxTenants && ours.length > 0) || relayed.some(({ numbered }) => numbered === share),
      waiting: relayed.flatMap(({ waiting }) => waiting),
      numberedTenants: ours.filter((_, index) => relayed[index]!.numbered > 0),
    };
  }

  async open(): Promise<void> {
    await this.database.defer([tenantStatement('insert into event_counters (tenant_id) values ($1)')]);
  }
}
