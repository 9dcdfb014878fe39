import { needing } from '@tandem/domain/core/use-case';
import { Database } from '@tandem/platform/postgres/database';
import { Heartbeat } from '@tandem/platform/postgres/heartbeat';

/** How long a vanished worker's deliveries take up their endpoint's room; with the sweep behind it less than 10 s. */
const leaseSeconds = 7;
export const leaseEnds = `now() + interval '${leaseSeconds} seconds'`;
const renewMillis = 2000;

/** What is being settled just now is locked, and passed over. */
const renew = `update webhook_deliveries d set due_at = ${leaseEnds}
  from (
    select d.tenant_id, d.id from unnest($1::uuid[], $2::uuid[]) as h (tenant_id, claim_id)
      join webhook_deliveries d on d.tenant_id = h.tenant_id and d.claim_id = h.claim_id
    for update of d skip locked) mine
  where d.tenant_id = mine.tenant_id and d.id = mine.id`;

/** Renews leases every 2 s; shorter deliveries never need it. */
export class DeliveryLeases extends needing({ database: Database }) {
  /** With the tenant of each. */
  private readonly heartbeat = new Heartbeat<string>(renewMillis, () => this.renew());

  /** Keeps a tenant's claim until the function it returns is called. */
  keep(tenantId: string, claimId: string): () => void {
    this.heartbeat.hold(claimId, tenantId);
    return () => this.heartbeat.release(claimId);
  }

  private async renew(): Promise<void> {
    const { held } = this.heartbeat;
    const values = [[...held.values()], [...held.keys()]];
    // A lease that runs out because the database is away ends in a second sending, which a receiver knows by its id.
    await this.database.queryAcrossTenants(renew, values).catch(() => undefined);
  }
}
