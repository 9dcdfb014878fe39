import { missing } from '../core/errors.js';
import { Transaction } from '../core/transaction.js';
import { Projects } from '../projects/projects.port.js';
import type { Task } from './task.js';
import { TaskDesk } from './task-desk.js';
import { Tasks } from './tasks.port.js';

/** Moves a task to another project, or out of all: it gets a number there, and its former identifiers go on resolving. */
export class MoveTask {
  static needs = [Transaction, Tasks, Projects, TaskDesk] as const;

  constructor(
    private readonly transaction: Transaction,
    private readonly tasks: Tasks,
    private readonly projects: Projects,
    private readonly desk: TaskDesk,
  ) {}

  run({ id, projectId }: { id: string; projectId: string | null }): Promise<Task> {
    return this.transaction.run(async () => {
      const task = await this.desk.writable(id);
      if (task.projectId === projectId) return task;
      await this.tasks.keepIdentifiers(id);
      const home = await this.projects.admitTask(projectId);
      if (!home) throw missing('project_id');
      return this.tasks.change(id, (found) => found.moveTo(home));
    });
  }
}
