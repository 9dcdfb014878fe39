import type { List } from '../core/page.js';
import type { UsageDay } from './usage-day.js';

declare module '../core/vocabulary.js' {
  interface Domains {
    usage: true;
  }
}

export abstract class UsageDays {
  /** Of the last so many days, today included, those on which anything was used; the newest first. */
  abstract last(days: number): Promise<List<UsageDay>>;
}
