export abstract class AgentTerms {
  /** Fee on the cost of a run, in basis points. */
  abstract readonly platformFeeBps: number;

  abstract readonly schedulesPerTenant: number;
}
