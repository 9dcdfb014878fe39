import type { Page, PageRequest } from '../core/page.js';
import { Store } from '../core/store.js';
import type { ScheduleTick } from './schedule-tick.js';

export abstract class ScheduleTicks extends Store<ScheduleTick> {
  /** Stores any number of them at once. */
  abstract addAll(ticks: readonly ScheduleTick[]): Promise<void>;

  /** The ticks of a schedule, newest first. */
  abstract pageOf(scheduleId: string, request: PageRequest): Promise<Page>;

  /** Notes how a schedule's run ended; true only the first time, so that nothing is counted twice. */
  abstract settle(runId: string, runStatus: string): Promise<boolean>;
}
