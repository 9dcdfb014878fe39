import type { List } from '../core/page.js';
import type { UsageDay } from './usage-day.js';

export abstract class UsageDays {
  /** The last so many days, today included, without those on which nothing was used; newest first. */
  abstract last(days: number): Promise<List<UsageDay>>;
}
