import { Transaction } from '../core/transaction.js';
import type { Task } from './task.js';
import { TaskDesk } from './task-desk.js';

/** Lets a recurring task go to its next occurrence without being completed. */
export class SkipTask {
  static needs = [Transaction, TaskDesk] as const;

  constructor(
    private readonly transaction: Transaction,
    private readonly desk: TaskDesk,
  ) {}

  run({ id }: { id: string }): Promise<Task> {
    return this.transaction.run(() => this.desk.change(id, (task) => task.skip()));
  }
}
