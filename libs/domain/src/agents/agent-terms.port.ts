/** What the operator has set for agents. */
export abstract class AgentTerms {
  /** Fee on the cost of a run, in basis points. */
  abstract readonly platformFeeBps: number;

  abstract readonly schedulesPerTenant: number;

  /** How many runs of a tenant may be running. */
  abstract readonly runsPerTenant: number;

  /** How many runs one worker may work on. */
  abstract readonly runsPerWorker: number;

  /** How long a worker that vanished keeps its runs. */
  abstract readonly leaseSeconds: number;
}
