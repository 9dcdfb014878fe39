import { Parts } from '../../core/store.js';
import type { RunStep } from './run-step.js';

export abstract class RunSteps extends Parts<RunStep> {
  /** The step of a run that is recorded under this name. */
  abstract named(runId: string, name: string): Promise<RunStep | undefined>;
}
