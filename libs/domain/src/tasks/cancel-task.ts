import { Transaction } from '../core/transaction.js';
import type { Task } from './task.js';
import { TaskFamily } from './task-family.js';

/** Cancels a task and every open one below it. */
export class CancelTask {
  static needs = [Transaction, TaskFamily] as const;

  constructor(
    private readonly transaction: Transaction,
    private readonly family: TaskFamily,
  ) {}

  run({ id }: { id: string }): Promise<Task> {
    return this.transaction.run(() => this.family.change(id, (task, statuses) => task.cancel(statuses)));
  }
}
