import { Transaction } from '../core/transaction.js';
import { SeriesLine } from './series-line.js';
import { TaskDesk } from './task-desk.js';

/** Deletes a task; of a series that stood at it, the open task before it is where it stands again. */
export class DeleteTask {
  static needs = [Transaction, TaskDesk, SeriesLine] as const;

  constructor(
    private readonly transaction: Transaction,
    private readonly desk: TaskDesk,
    private readonly line: SeriesLine,
  ) {}

  async run({ id }: { id: string }): Promise<void> {
    await this.transaction.run(async () => {
      const before = await this.line.before(await this.desk.writable(id));
      await this.desk.change(id, (task) => task.delete());
      if (before) await this.line.settle(before);
    });
  }
}
