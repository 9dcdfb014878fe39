import { Parts } from '../../core/store.js';
import type { RunStep } from './run-step.js';

export abstract class RunSteps extends Parts<RunStep> {
  abstract named(runId: string, name: string): Promise<RunStep | undefined>;

  abstract extentOf(runId: string): Promise<{ count: number; bytes: number }>;

  abstract refusals(runId: string, operation: string, args: unknown): Promise<number>;
}
