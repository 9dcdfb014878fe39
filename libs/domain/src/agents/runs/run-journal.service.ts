import { needing } from '../../core/use-case.js';
import { Transaction } from '../../core/transaction.js';
import type { AgentRun } from './agent-run.js';
import { AgentRuns } from './agent-runs.port.js';
import { claimLost, outcomeUnknown } from '../run-failure.js';
import { RunStep } from './run-step.js';
import { RunSteps } from './run-steps.port.js';

/** The record of what a run has done; written only while the claim holds the run. */
export class RunJournal extends needing({ transaction: Transaction, runs: AgentRuns, steps: RunSteps }) {
  /** Answers the recorded result, or does the work and records it in one transaction. */
  step<T>(run: AgentRun, name: string, work: () => Promise<T>): Promise<T> {
    return this.claimed(run, name, async (known) => {
      if (known) return known.result as T;
      return (await this.steps.add(new RunStep(run, name, await work()))).result as T;
    });
  }

  /** A call to the outside world: recorded before and after, since no transaction can hold both sides. */
  async call<T>(run: AgentRun, name: string, readOnly: boolean, work: () => Promise<T>): Promise<T> {
    const step = await this.claimed(run, name, async (known) => {
      if (known?.status === 'open' && !readOnly) throw outcomeUnknown(name);
      return known ?? this.steps.add(RunStep.open(run, name));
    });
    if (step.status === 'done') return step.result as T;
    const result = await work();
    await this.claimed(run, name, () => this.steps.change(step.id, (open) => open.finish(run.attempt, result)));
    return result;
  }

  /** Runs work in a transaction that keeps the run claimed; `known` is the step recorded under this name. */
  private claimed<T>(run: AgentRun, name: string, work: (known?: RunStep) => Promise<T>): Promise<T> {
    return this.transaction.run(async () => {
      if (!(await this.runs.lock(run.id)).isHeldBy(run.workerId)) throw claimLost();
      return work(await this.steps.named(run.id, name));
    });
  }
}
