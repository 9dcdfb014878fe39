import { Transaction } from '../core/transaction.js';
import type { Task } from './task.js';
import { TaskDesk } from './task-desk.js';

export class SnoozeTask {
  static needs = [Transaction, TaskDesk] as const;

  constructor(
    private readonly transaction: Transaction,
    private readonly desk: TaskDesk,
  ) {}

  run({ id, until }: { id: string; until: Date }): Promise<Task> {
    return this.transaction.run(() => this.desk.change(id, (task) => task.snooze(until)));
  }
}
