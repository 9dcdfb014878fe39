import { Transaction } from '../core/transaction.js';
import type { Task } from './task.js';
import { TaskDesk } from './task-desk.js';
import { Tasks } from './tasks.port.js';

export class CancelTask {
  static needs = [Transaction, Tasks, TaskDesk] as const;

  constructor(
    private readonly transaction: Transaction,
    private readonly tasks: Tasks,
    private readonly desk: TaskDesk,
  ) {}

  run({ id }: { id: string }): Promise<Task> {
    return this.transaction.run(async () => {
      const task = await this.desk.change(id, (found, statuses) => found.cancel(statuses));
      for (const child of await this.tasks.openDescendants(id))
        await this.desk.change(child, (found, statuses) => found.cancel(statuses, id));
      return task;
    });
  }
}
