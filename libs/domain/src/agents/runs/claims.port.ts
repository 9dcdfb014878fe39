import type { AgentRun } from './agent-run.js';

/** The runs that this process has claimed. */
export abstract class Claims {
  /** Keeps the run's lease alive; the signal fires once the claim no longer holds: cancelled, or lost to another worker. */
  abstract hold(run: AgentRun): AbortSignal;

  /** `ended` is the run as it is stored by then. */
  abstract release(run: AgentRun, ended: AgentRun): void;

  /** Holds the run while it is worked on; the work resolves to the run as it is stored by then. */
  async during(run: AgentRun, work: (held: AbortSignal) => Promise<AgentRun>): Promise<void> {
    let ended = run;
    try {
      ended = await work(this.hold(run));
    } finally {
      this.release(run, ended);
    }
  }
}
