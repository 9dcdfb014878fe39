import { Transaction } from '../core/transaction.js';
import { SeriesLine } from './series-line.js';
import type { Task } from './task.js';
import { TaskNesting } from './task-nesting.js';
import { Tasks } from './tasks.port.js';

export class RestoreTask {
  static needs = [Transaction, Tasks, SeriesLine, TaskNesting] as const;

  constructor(
    private readonly transaction: Transaction,
    private readonly tasks: Tasks,
    private readonly line: SeriesLine,
    private readonly nesting: TaskNesting,
  ) {}

  run({ id }: { id: string }): Promise<Task> {
    return this.transaction.run(async () => {
      await this.tasks.holdTree();
      const task = await this.line.restore(id);
      await this.nesting.mustFit(task);
      return task;
    });
  }
}
