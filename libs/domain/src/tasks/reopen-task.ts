import { Transaction } from '../core/transaction.js';
import type { Task } from './task.js';
import { TaskDesk } from './task-desk.js';
import { Tasks } from './tasks.port.js';

/** Reopens a task, the children its cancelling had canceled, and every closed task above it. */
export class ReopenTask {
  static needs = [Transaction, Tasks, TaskDesk] as const;

  constructor(
    private readonly transaction: Transaction,
    private readonly tasks: Tasks,
    private readonly desk: TaskDesk,
  ) {}

  run({ id }: { id: string }): Promise<Task> {
    return this.transaction.run(async () => {
      const task = await this.desk.change(id, (found, statuses) => found.reopen(statuses));
      for (const other of [...(await this.tasks.canceledWith(id)), ...(await this.tasks.ancestors(id))])
        await this.desk.change(other, (found, statuses) => found.reopen(statuses));
      return task;
    });
  }
}
