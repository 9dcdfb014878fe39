import type { List } from '../core/page.js';
import type { UsageDay } from './usage-day.js';

export abstract class UsageDays {
  /** The days among the last so many, today included, that have a row; newest first. */
  abstract last(days: number): Promise<List<UsageDay>>;
}
