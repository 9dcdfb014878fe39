import type { Page, PageRequest } from '../core/page.js';
import { Store } from '../core/store.js';
import type { RunStep } from './run-step.js';

export abstract class RunSteps extends Store<RunStep> {
  /** The steps of a run, newest first. */
  abstract pageOf(runId: string, request: PageRequest): Promise<Page>;

  /** The step of a run that is recorded under this name. */
  abstract named(runId: string, name: string): Promise<RunStep | undefined>;
}
