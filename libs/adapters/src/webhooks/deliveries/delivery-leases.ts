import { needing } from '@tandem/domain/core/use-case';
import { Database } from '@tandem/platform/postgres/database';

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

/** Renews the claims of this process; one that is settled within the first seconds costs nothing. */
export class DeliveryLeases extends needing({ database: Database }) {
  private readonly kept = new Map<string, string>();
  private timer: NodeJS.Timeout | undefined;

  /** Keeps a tenant's claim until the function it returns is called. */
  keep(tenantId: string, claimId: string): () => void {
    this.kept.set(claimId, tenantId);
    this.timer ??= setInterval(() => void this.renew(), renewMillis).unref();
    return () => {
      this.kept.delete(claimId);
      if (this.kept.size > 0) return;
      clearInterval(this.timer);
      this.timer = undefined;
    };
  }

  private async renew(): Promise<void> {
    const values = [[...this.kept.values()], [...this.kept.keys()]];
    // A lease that runs out because the database is away ends in a second sending, which a receiver knows by its id.
    await this.database.queryAcrossTenants(renew, values).catch(() => undefined);
  }
}
