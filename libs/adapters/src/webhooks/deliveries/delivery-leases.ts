import { needing } from '@tandem/domain/core/use-case';
import { Database } from '@tandem/platform/postgres/database';
import { Heartbeat } from '@tandem/platform/process/heartbeat';

/** How long a vanished worker's deliveries take up their endpoint's room; with the sweep behind it less than 10 s. */
const leaseSeconds = 7;
const lease = `interval '${leaseSeconds} seconds'`;
export const leaseEnds = `now() + ${lease}`;
/** In a transaction that may have begun long before. */
export const leaseEndsFromNow = `clock_timestamp() + ${lease}`;
/** Of a claim: its worker still lives, or vanished only now. */
export const isLeased = 'lease_ends > now()';
/** A claim of which something is under way, so that it takes up room. A vanished worker's ends with its lease. */
export const isLive = `under_way > 0 and ${isLeased}`;
const renewMillis = 2000;

const renew = `update webhook_claims c set lease_ends = ${leaseEnds}
  from unnest($1::uuid[], $2::uuid[]) as held (tenant_id, id) where c.tenant_id = held.tenant_id and c.id = held.id`;

/** Renews leases every 2 s; shorter claims never need it. */
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
