import { needing } from '../core/use-case.js';
import { inEachTenant } from '../core/scope.js';
import { DueTasks } from './due-tasks.port.js';

/** Wakes every task whose snoozing is over, in every tenant; any number of workers may do so at once. */
export class WakeSnoozedTasks extends needing({ dueTasks: DueTasks }) {
  /** One that fails keeps the others from nothing; its error comes out at the end. */
  async run(): Promise<void> {
    const sleptIn = await this.dueTasks.sleptInAcrossTenants();
    await inEachTenant(sleptIn, ({ id }) => this.dueTasks.changeSleptIn(id, (task) => task.unsnooze()));
  }
}
