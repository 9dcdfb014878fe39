import { Transaction } from '../core/transaction.js';
import type { Task } from './task.js';
import { TaskFamily } from './task-family.js';

/** Reopens a task, the children its cancelling had canceled, and every closed task above it. */
export class ReopenTask {
  static needs = [Transaction, TaskFamily] as const;

  constructor(
    private readonly transaction: Transaction,
    private readonly family: TaskFamily,
  ) {}

  run({ id }: { id: string }): Promise<Task> {
    return this.transaction.run(() => this.family.change(id, (task, statuses) => task.reopen(statuses)));
  }
}
