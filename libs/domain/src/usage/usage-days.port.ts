import type { List } from '../core/page.js';

export abstract class UsageDays {
  /** The days among the last so many, today included, that have a row; newest first. */
  abstract last(days: number): Promise<List>;
}
