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

  of(run: AgentRun, signal: AbortSignal): RunContext {
    const { id: runId, input, attempt } = run;
    return {
      runId,
      input,
      attempt,
      signal,
      step: async (name, work) => {
        signal.throwIfAborted();
        return this.journal.once(run, name, work);
      },
      call: async (name, readOnly, work) => {
        signal.throwIfAborted();
        return this.calls.make(run, name, readOnly, () => work(signal));
      },
    };
  }
}
