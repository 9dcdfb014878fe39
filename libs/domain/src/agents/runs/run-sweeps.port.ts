import type { OfTenant, TenantRecord } from '../../core/scope.js';

/** Runs of all tenants that need attention. */
export abstract class RunSweeps {
  /**
   * Tenants in which a run should have started a second ago, with at most `max` running per tenant. Its cost is
   * independent of the length of the queue.
   */
  abstract overlookedAcrossTenants(max: number): Promise<OfTenant[]>;

  /** At most `max` runs that lost their worker or missed their deadline, each with the database's time. */
  abstract overdueAcrossTenants(max: number): Promise<(TenantRecord & { now: Date })[]>;

  /** Counts up to 100,000. */
  abstract queuedAcrossTenants(): Promise<number>;
}
