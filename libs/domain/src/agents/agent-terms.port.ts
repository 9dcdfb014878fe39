export abstract class AgentTerms {
  abstract readonly platformFeeBps: number;

  abstract readonly schedulesPerTenant: number;

  /** Maximum of concurrent runs per tenant. */
  abstract readonly runsPerTenant: number;

  abstract readonly runsPerWorker: number;

  /** Time until the runs of a dead worker are released. */
  abstract readonly leaseSeconds: number;
}
