import { inScope, systemScope } from '../core/scope.js';
import { DueTasks } from './due-tasks.port.js';

/** Wakes every task whose snoozing is over, in every tenant; any number of workers may do so at once. */
export class WakeSnoozedTasks {
  static needs = [DueTasks] as const;

  constructor(private readonly dueTasks: DueTasks) {}

  /** One that fails keeps the others from nothing; its error comes out at the end. */
  async run(): Promise<void> {
    const failures: unknown[] = [];
    for (const { tenantId, id } of await this.dueTasks.sleptInAcrossTenants())
      await inScope(systemScope(tenantId), () => this.dueTasks.changeSleptIn(id, (task) => task.unsnooze())).catch(
        (error: unknown) => failures.push(error),
      );
    if (failures.length) throw failures[0];
  }
}
