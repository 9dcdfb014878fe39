import type { List } from '../core/page.js';
import type { UsageDay } from './usage-day.js';

declare module '../core/vocabulary.js' {
  interface Domains {
    usage: true;
  }
}

export abstract class UsageDays {
  /** Days with usage among the last `days`, including today; newest first. */
  abstract last(days: number): Promise<List<UsageDay>>;
}
