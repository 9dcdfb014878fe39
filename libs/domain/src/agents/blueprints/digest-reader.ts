import { currentScope } from '../../core/scope.js';
import { type Digest, digestOf } from './digest-sections.js';
import { TaskLists } from './task-lists.js';

const hour = 3_600_000;

/** Reads what a day's digest tells. */
export class DigestReader {
  static needs = [TaskLists] as const;

  constructor(private readonly lists: TaskLists) {}

  /** `given`: tells what was done since; else within a day. */
  async read(now: Date, given?: string): Promise<Digest> {
    const since = new Date(given ?? now.getTime() - 24 * hour);
    // Wide enough for the end of the day in every zone.
    const soon = new Date(now.getTime() + 48 * hour);
    const open = await this.lists.all({ state: 'open', dueBefore: soon });
    const snoozed = await this.lists.all({ state: 'open', includeSnoozed: true, wakesBefore: soon });
    const completed = await this.lists.all({ state: 'completed', includeSnoozed: true, updatedAfter: since });
    return digestOf({ open, snoozed, completed }, { now, since, zone: currentScope().timezone });
  }
}
