import type { OfTenant, TenantRecord } from '../../core/scope.js';

/** Runs of all tenants that need looking after. */
export abstract class RunSweeps {
  /**
   * The tenants in which a run could have started a second ago and did not, where `most` runs of a tenant may be running. Its cost
   * does not grow with the number of queued runs.
   */
  abstract overlookedAcrossTenants(max: number): Promise<OfTenant[]>;

  /** Runs that lost their worker or missed their deadline, so many at most, each with the database's time. */
  abstract overdueAcrossTenants(max: number): Promise<(TenantRecord & { now: Date })[]>;

  /** How many runs are queued; more than 100,000 are not counted. */
  abstract queuedAcrossTenants(): Promise<number>;
}
