import { Parts } from '../../core/store.js';
import type { RunStep } from './run-step.js';

export abstract class RunSteps extends Parts<RunStep> {
  abstract named(runId: string, name: string): Promise<RunStep | undefined>;

  /** Number and total bytes of a run's steps. */
  abstract extentOf(runId: string): Promise<{ count: number; bytes: number }>;

  /** Number of refusals of this operation with these arguments in the run. */
  abstract refusals(runId: string, operation: string, args: unknown): Promise<number>;
}
