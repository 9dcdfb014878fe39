/** Agent settings of the operator. */
export abstract class AgentTerms {
  /** Fee on the cost of a run, in basis points. */
  abstract readonly platformFeeBps: number;

  abstract readonly schedulesPerTenant: number;

  /** Maximum of concurrent runs per tenant. */
  abstract readonly runsPerTenant: number;

  /** Maximum of concurrent runs per worker. */
  abstract readonly runsPerWorker: number;

  /** Time until the runs of a dead worker are released. */
  abstract readonly leaseSeconds: number;
}
