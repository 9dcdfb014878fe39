import { Transaction } from '../core/transaction.js';
import type { Task } from './task.js';
import { TaskDesk } from './task-desk.js';
import { TaskFamily } from './task-family.js';
import { Tasks } from './tasks.port.js';

/** Completes a task; told to cascade, the open ones below it too, whose series end with it. */
export class CompleteTask {
  static needs = [Transaction, Tasks, TaskDesk, TaskFamily] as const;

  constructor(
    private readonly transaction: Transaction,
    private readonly tasks: Tasks,
    private readonly desk: TaskDesk,
    private readonly family: TaskFamily,
  ) {}

  run({ id, cascade = false }: { id: string; cascade?: boolean }): Promise<Task> {
    return this.transaction.run(async () => {
      const task = await this.family.change(id, (found, statuses) => found.complete(statuses));
      for (const child of cascade ? await this.tasks.openDescendants(id) : [])
        await this.desk.change(child, (found, statuses) => found.complete(statuses, { endsSeries: true }));
      return task;
    });
  }
}
