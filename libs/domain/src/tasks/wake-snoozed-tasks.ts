import { uses } from '../core/use-case.js';
import { inEachTenant } from '../core/scope.js';
import { Tasks } from './tasks.port.js';

/** Wakes tasks in every tenant whose snooze has ended; safe under concurrency. */
export class WakeSnoozedTasks extends uses({ tasks: Tasks }) {
  async run(): Promise<void> {
    const due = await this.tasks.dueAcrossTenants('snoozedUntil');
    await inEachTenant(due, ({ id }) => this.tasks.changeIfUnlocked(id, (task) => task.wake()));
  }
}
