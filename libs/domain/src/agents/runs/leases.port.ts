import type { AgentRun } from './agent-run.js';

export abstract class Leases {
  /**
   * Renews the run's lease until the work ends. `lost` fires when the claim is lost, because the run was cancelled or
   * another worker claimed it. The work resolves to the run as stored.
   */
  abstract hold(run: AgentRun, work: (lost: AbortSignal) => Promise<AgentRun>): Promise<void>;
}
