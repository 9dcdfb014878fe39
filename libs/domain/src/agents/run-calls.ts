import type { AgentRun } from './agent-run.js';
import { outcomeUnknown } from './run-failure.js';
import { RunJournal } from './run-journal.js';
import { RunStep } from './run-step.js';
import { RunSteps } from './run-steps.port.js';

/** Calls to the outside world: recorded before and after, since no transaction can hold both sides. */
export class RunCalls {
  static needs = [RunJournal, RunSteps] as const;

  constructor(
    private readonly journal: RunJournal,
    private readonly steps: RunSteps,
  ) {}

  async make<T>(run: AgentRun, name: string, readOnly: boolean, work: () => Promise<T>): Promise<T> {
    const step = await this.open(run, name, readOnly);
    if (step.status === 'done') return step.result as T;
    const result = await work();
    await this.journal.claimed(run, name, () => this.steps.change(step.id, (open) => open.finish(run.attempt, result)));
    return result;
  }

  private open(run: AgentRun, name: string, readOnly: boolean): Promise<RunStep> {
    return this.journal.claimed(run, name, async (known) => {
      if (!known) return this.steps.add(RunStep.open(run, name));
      if (known.status === 'open' && !readOnly) throw outcomeUnknown(name);
      return known;
    });
  }
}
