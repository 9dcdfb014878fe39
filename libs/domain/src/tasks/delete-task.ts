import { Transaction } from '../core/transaction.js';
import { TaskDesk } from './task-desk.js';

export class DeleteTask {
  static needs = [Transaction, TaskDesk] as const;

  constructor(
    private readonly transaction: Transaction,
    private readonly desk: TaskDesk,
  ) {}

  async run({ id }: { id: string }): Promise<void> {
    await this.transaction.run(() => this.desk.change(id, (task) => task.delete()));
  }
}
