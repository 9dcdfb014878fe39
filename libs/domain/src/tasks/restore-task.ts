import { Transaction } from '../core/transaction.js';
import type { Task } from './task.js';
import { TaskDesk } from './task-desk.js';
import { Tasks } from './tasks.port.js';

export class RestoreTask {
  static needs = [Transaction, Tasks, TaskDesk] as const;

  constructor(
    private readonly transaction: Transaction,
    private readonly tasks: Tasks,
    private readonly desk: TaskDesk,
  ) {}

  run({ id }: { id: string }): Promise<Task> {
    return this.transaction.run(async () => {
      const task = await this.tasks.restore(id);
      await this.desk.mustAcceptWrites(task);
      return task;
    });
  }
}
