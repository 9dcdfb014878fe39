import type { AgentRun } from './agent-run.js';

/** The runs that this process has claimed. */
export abstract class Claims {
  /**
   * Keeps the run's lease alive while it is worked on. `held` fires once the claim no longer holds: cancelled, or lost to another
   * worker. The work resolves to the run as it is stored by then.
   */
  abstract during(run: AgentRun, work: (held: AbortSignal) => Promise<AgentRun>): Promise<void>;
}
