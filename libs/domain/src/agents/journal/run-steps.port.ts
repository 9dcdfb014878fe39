import { Parts } from '../../core/store.js';
import type { RunStep } from './run-step.js';

export abstract class RunSteps extends Parts<RunStep> {
  /** The step of a run that is recorded under this name. */
  abstract named(runId: string, name: string): Promise<RunStep | undefined>;

  /** How many steps a run has recorded, and the bytes they take. */
  abstract extentOf(runId: string): Promise<{ count: number; bytes: number }>;

  /** How often the run was refused this operation with these arguments. */
  abstract refusals(runId: string, operation: string, args: unknown): Promise<number>;
}
