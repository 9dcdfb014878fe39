import type { AgentRun } from './agent-run.js';

/** The leases of the runs that this process has claimed. */
export abstract class Leases {
  /**
   * Renews the run's lease until the work ends. `lost` fires once the claim no longer holds the run: the run was cancelled, or another
   * worker has it. The work resolves to the run as it is stored afterwards.
   */
  abstract hold(run: AgentRun, work: (lost: AbortSignal) => Promise<AgentRun>): Promise<void>;
}
