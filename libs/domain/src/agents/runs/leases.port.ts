import type { AgentRun } from './agent-run.js';

/** The leases of the runs that this process has claimed. */
export abstract class Leases {
  /**
   * Holds the run's lease while it is worked on. `lost` fires once the claim no longer holds: cancelled, or lost to another
   * worker. The work resolves to the run as it is stored by then.
   */
  abstract hold(run: AgentRun, work: (lost: AbortSignal) => Promise<AgentRun>): Promise<void>;
}
