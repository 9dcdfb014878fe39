import { Entity } from '../../core/entity.js';
import type { AgentRun } from './agent-run.js';

export const stepStatuses = ['open', 'done'] as const;

/** One thing a run did, with its result; a recorded step is not done again. */
export class RunStep extends Entity {
  static readonly noun = 'agent_run.step';
  runId: string;
  name: string;
  /** `open`: a call to the outside world whose answer is not known. */
  status: 'open' | 'done' = 'done';
  result: unknown;
  /** The attempt of the run that did it. */
  attempt: number;

  constructor(run: AgentRun, name: string, result: unknown) {
    super();
    this.runId = run.id;
    this.attempt = run.attempt;
    this.name = name;
    this.result = result ?? null;
  }

  /** A call to the outside world that is about to be made. */
  static open(run: AgentRun, name: string): RunStep {
    const step = new RunStep(run, name, null);
    step.status = 'open';
    return step;
  }

  /** The answer of a call has come, to this attempt. */
  finish(attempt: number, result: unknown): void {
    this.attempt = attempt;
    this.status = 'done';
    this.result = result ?? null;
  }
}
