import type { OfTenant, TenantRecord } from '../../core/scope.js';

export abstract class RunSweeps {
  /** Tenants in which a run should have started a second ago. Its cost is independent of the length of the queue. */
  abstract overlookedAcrossTenants(max: number): Promise<OfTenant[]>;

  /** At most `max` runs that lost their worker or missed their deadline, each with the database's time. */
  abstract overdueAcrossTenants(max: number): Promise<(TenantRecord & { now: Date })[]>;

  /** Counts up to 100,000. */
  abstract queuedAcrossTenants(): Promise<number>;
}
