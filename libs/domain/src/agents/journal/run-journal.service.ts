import { Transaction } from '../../core/transaction.js';
import { uses } from '../../core/use-case.js';
import { maskedJson } from './masking.js';
import { OperationRefused, type Refusal, refusalIn } from '../runs/operation-refused.js';
import { claimLost, RunFailure } from '../runs/run-failure.js';
import type { AgentRun } from '../runs/agent-run.js';
import { AgentRuns } from '../runs/agent-runs.port.js';
import { RunStep, type StepPlan } from './run-step.js';
import { RunSteps } from './run-steps.port.js';

const maxBytes = 16 * 1024 * 1024;
const maxRefusals = 5;

export class RunJournal extends uses({ transaction: Transaction, runs: AgentRuns, steps: RunSteps }) {
  /** Returns the recorded result, or does the work and records its result in one transaction. */
  step<T>(run: AgentRun, plan: StepPlan, work: () => Promise<T>): Promise<T> {
    return this.claimed(run, plan, async (known) => {
      if (known) return resultOf(known);
      const result = await work();
      return resultOf(await this.record(run, plan, (step) => step.finish(run.attempt, result)));
    });
  }

  /** Like `step`, for work that only reads and therefore runs before the transaction. */
  async read<T>(run: AgentRun, plan: StepPlan, work: () => Promise<T>): Promise<T> {
    const known = await this.known(run, plan);
    if (known) return resultOf(known);
    const result = await work();
    return this.step(run, plan, () => Promise.resolve(result));
  }

  /** Like `step`, but records a refusal and throws `OperationRefused`. `prepare` runs outside the transaction. */
  async operation<T>(run: AgentRun, plan: StepPlan, prepare: () => Promise<() => Promise<T>>): Promise<T> {
    const known = await this.known(run, plan);
    if (known?.isRefused) throw new OperationRefused(known.error!);
    if (known) return resultOf(known);
    return this.recordingRefusal(run, plan, async () => this.step(run, plan, await prepare()));
  }

  /** An external call, recorded before and after, since no transaction can include it. */
  async call<T>(run: AgentRun, plan: StepPlan, readOnly: boolean, work: () => Promise<T>): Promise<T> {
    const step = await this.claimed(run, plan, async (known) => {
      known?.mustBeRepeatable(readOnly);
      return known ?? this.record(run, plan);
    });
    if (step.isRefused) throw new OperationRefused(step.error!);
    if (step.isDone) return resultOf(step);
    return this.recordingRefusal(run, plan, async () => {
      const result = await work();
      return resultOf(await this.claimed(run, plan, () => this.finish(run, step, result)));
    });
  }

  async known(run: AgentRun, plan: StepPlan): Promise<RunStep | undefined> {
    const known = await this.steps.named(run.id, plan.name);
    known?.mustRepeat(plan);
    return known;
  }

  /** One transaction for both, since run and step record the cost of a model call. */
  changeRunAndStep(
    run: AgentRun,
    step: RunStep | StepPlan,
    rules: { run: (run: AgentRun) => void; step: (step: RunStep) => void },
  ): Promise<RunStep> {
    return this.claimed(run, step, async (known) => {
      await this.runs.change(run.id, rules.run);
      const { id } = step instanceof RunStep ? step : (known ?? (await this.record(run, step)));
      return this.steps.change(id, rules.step);
    });
  }

  private claimed<T>(run: AgentRun, plan: StepPlan, work: (known?: RunStep) => Promise<T>): Promise<T> {
    return this.transaction.run(async () => {
      if (!(await this.runs.lock(run.id)).isHeldBy(run.workerId)) throw claimLost();
      return work(await this.known(run, plan));
    });
  }

  /** Call it inside `claimed`: the lock on the run prevents duplicate step numbers. */
  private async record(run: AgentRun, plan: StepPlan, end?: (step: RunStep) => void): Promise<RunStep> {
    const { count, bytes } = await this.steps.extentOf(run.id);
    const step = new RunStep(run, count + 1, plan);
    end?.(step);
    mustHaveCapacity(bytes + step.bytes);
    return this.steps.add(step);
  }

  private recordingRefusal<T>(run: AgentRun, plan: StepPlan, work: () => Promise<T>): Promise<T> {
    return work().catch(async (error: unknown) => {
      const refusal = refusalIn(error);
      throw refusal ? await this.refused(run, plan, refusal) : error;
    });
  }

  private async finish(run: AgentRun, { id }: RunStep, result: unknown): Promise<RunStep> {
    const finished = await this.steps.change(id, (open) => open.finish(run.attempt, result));
    mustHaveCapacity((await this.steps.extentOf(run.id)).bytes);
    return finished;
  }

  private async refused(run: AgentRun, plan: StepPlan, original: Refusal): Promise<RunFailure> {
    const refusal = maskedJson(original);
    const count = await this.claimed(run, plan, async (open) => {
      const refuse = (step: RunStep) => step.refuse(run.attempt, refusal);
      await (open ? this.steps.change(open.id, refuse) : this.record(run, plan, refuse));
      return this.steps.refusals(run.id, plan.operation ?? '', plan.arguments);
    });
    if (count < maxRefusals) return new OperationRefused(refusal);
    const detail = `${plan.operation} was refused ${count} times with the same arguments: ${refusal.detail}`;
    return new RunFailure('tool_error', detail);
  }
}

/** The plan proves that a recorded result comes from the same work, so its type holds. */
const resultOf = <T>({ result }: RunStep) => result as T;

function mustHaveCapacity(bytes: number): void {
  if (bytes > maxBytes) throw new RunFailure('tool_error', `The steps of this run take more than ${maxBytes} bytes.`);
}
