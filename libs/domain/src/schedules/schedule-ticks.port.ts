import { Parts } from '../core/store.js';
import type { ScheduleTick } from './schedule-tick.js';

/** The ticks of schedules, the latest time first. */
export abstract class ScheduleTicks extends Parts<ScheduleTick> {
  /** Stores any number of them at once. */
  abstract addAll(ticks: readonly ScheduleTick[]): Promise<void>;

  /** Applies a rule to the tick that tells of the run; undefined when there is none. */
  abstract changeOfRun(runId: string, rule: (tick: ScheduleTick) => void): Promise<ScheduleTick | undefined>;
}
