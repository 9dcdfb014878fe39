import type { List } from '../core/page.js';
import type { UsageDay } from './usage-day.js';

declare module '../core/vocabulary.js' {
  interface Domains {
    usage: true;
  }
}

export abstract class UsageDays {
  /** The last so many days, today included, without those on which nothing was used; newest first. */
  abstract last(days: number): Promise<List<UsageDay>>;
}
