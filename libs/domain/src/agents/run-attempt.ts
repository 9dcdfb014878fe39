import { Stopping } from '../core/stopping.js';
import { type AgentRun, deadlineExceeded } from './agent-run.js';
import { AgentTerms } from './agent-terms.port.js';
import { Blueprints } from './blueprints.port.js';
import { RunFailure } from './run-failure.js';
import { RunWork } from './run-work.js';
import { timeLimit } from './time-limit.js';

/** One attempt at a run, up to what it means to the run; it never rejects. */
export class RunAttempt {
  static needs = [Blueprints, RunWork, AgentTerms, Stopping] as const;

  constructor(
    private readonly blueprints: Blueprints,
    private readonly work: RunWork,
    private readonly terms: AgentTerms,
    private readonly stopping: Stopping,
  ) {}

  async make(run: AgentRun, held: AbortSignal): Promise<(run: AgentRun) => void> {
    const feeBps = this.terms.platformFeeBps;
    const blueprint = this.blueprints.find(run.blueprint);
    const limit = timeLimit(run.deadlineAt, deadlineExceeded);
    try {
      if (!blueprint) throw new RunFailure('configuration', `There is no blueprint ${run.blueprint} any more.`);
      const signal = AbortSignal.any([held, this.stopping.signal, limit.signal]);
      const output = await this.work.output(blueprint, run, signal);
      return (claimed) => claimed.succeed(output, feeBps);
    } catch (error) {
      if (this.stopping.signal.aborted) return (claimed) => claimed.giveBack();
      const maxAttempts = blueprint?.maxAttempts ?? 1;
      return (claimed) => claimed.fail(RunFailure.from(error), { maxAttempts, feeBps });
    } finally {
      limit.clear();
    }
  }
}
