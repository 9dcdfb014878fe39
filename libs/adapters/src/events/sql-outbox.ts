import type { Happened } from '@tandem/domain/core/happened';
import { type Batch, Outbox } from '@tandem/domain/core/outbox';
import { inScope, systemScope } from '@tandem/domain/core/scope';
import { Database } from '@tandem/platform/postgres/database';

const mostTenants = 50;
const mostEvents = 500;
/** How long a relay that took a batch is trusted to bring it to the queue. */
const leaseSeconds = 10;

/** Tenants with something to relay that no other relay is working on, locked. */
const lockTenants = `select c.tenant_id from event_counters c
  where c.leased_until < now()
    and (c.relayed < c.last or exists (select from events e where e.tenant_id = c.tenant_id and e.sequence is null and e.is_public))
  order by c.leased_until limit ${mostTenants} for update skip locked`;

const number = `
  with fresh as (
    select tenant_id, id, row_number() over (partition by tenant_id order by id) as place
    from (select e.tenant_id, e.id, row_number() over (partition by e.tenant_id order by e.id) as n
          from events e where e.tenant_id = any($1::uuid[]) and e.sequence is null and e.is_public) candidates
    where n <= ${mostEvents}),
  numbered as (
    update events e set sequence = c.last + f.place from fresh f join event_counters c using (tenant_id)
    where e.tenant_id = f.tenant_id and e.id = f.id returning e.tenant_id)
  update event_counters c
  set last = c.last + (select count(*) from numbered n where n.tenant_id = c.tenant_id),
      leased_until = now() + interval '${leaseSeconds} seconds'
  where c.tenant_id = any($1::uuid[])
  returning c.tenant_id, c.relayed, least(c.last, c.relayed + ${mostEvents}) as up_to`;

export class SqlOutbox extends Outbox {
  static needs = [Database] as const;

  constructor(private readonly database: Database) {
    super();
  }

  async takeAcrossTenants(): Promise<Batch[]> {
    const taken = await this.database.acrossTenants(() =>
      this.database.run(async () => {
        const tenants = (await this.database.query(lockTenants)).map((row) => row.tenant_id);
        return tenants.length ? this.database.query(number, [tenants]) : [];
      }),
    );
    return Promise.all(
      taken.map((row) => this.batch(row.tenant_id as string, row.relayed as number, row.up_to as number)),
    );
  }

  async relayed({ tenantId, to }: Batch): Promise<void> {
    await inScope(systemScope(tenantId), () =>
      this.database.query(
        `update event_counters set relayed = greatest(relayed, $2::bigint), leased_until = '-infinity' where tenant_id = $1`,
        [tenantId, to],
      ),
    );
  }

  private async batch(tenantId: string, relayed: number, to: number): Promise<Batch> {
    const text = `select id as "eventId", type, resource_id as "resourceId" from events
      where tenant_id = $1 and sequence > $2 and sequence <= $3 order by sequence`;
    const rows = await inScope(systemScope(tenantId), () => this.database.query(text, [tenantId, relayed, to]));
    return { tenantId, from: relayed + 1, to, events: rows as unknown as Happened[] };
  }
}
