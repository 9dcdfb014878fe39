import { Parts } from '../core/store.js';
import type { ScheduleTick } from './schedule-tick.js';

/** The ticks of schedules, the latest time first. */
export abstract class ScheduleTicks extends Parts<ScheduleTick> {
  /** Stores any number of them at once. */
  abstract addAll(ticks: readonly ScheduleTick[]): Promise<void>;

  /** Notes how a schedule's run ended; true only the first time, so that nothing is counted twice. */
  abstract settle(runId: string, runStatus: string): Promise<boolean>;
}
