import type { AgentRun } from './agent-run.js';
import type { RunContext } from './blueprint.js';
import { RunCalls } from './run-calls.js';
import { RunJournal } from './run-journal.js';

/** Makes what a blueprint works with. */
export class RunContexts {
  static needs = [RunJournal, RunCalls] as const;

  constructor(
    private readonly journal: RunJournal,
    private readonly calls: RunCalls,
  ) {}

  /** `judge` cuts the run's rights to what those it works for may do now, and refuses when that is too little. */
  of(run: AgentRun, signal: AbortSignal, judge: () => Promise<void>): RunContext {
    const { id: runId, input, attempt } = run;
    return {
      runId,
      input,
      attempt,
      signal,
      step: async (name, work) => {
        signal.throwIfAborted();
        return this.journal.once(run, name, async () => {
          await judge();
          return work();
        });
      },
      call: async (name, readOnly, work) => {
        signal.throwIfAborted();
        await judge();
        return this.calls.make(run, name, readOnly, () => work(signal));
      },
    };
  }
}
