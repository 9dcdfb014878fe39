import { Transaction } from '../core/transaction.js';
import { SeriesLine } from './series-line.js';
import type { Task } from './task.js';
import { TaskPlaces } from './task-places.js';
import { Tasks } from './tasks.port.js';

export class RestoreTask {
  static needs = [Transaction, Tasks, SeriesLine, TaskPlaces] as const;

  constructor(
    private readonly transaction: Transaction,
    private readonly tasks: Tasks,
    private readonly line: SeriesLine,
    private readonly places: TaskPlaces,
  ) {}

  run({ id }: { id: string }): Promise<Task> {
    return this.transaction.run(async () => {
      await this.tasks.holdTree();
      const task = await this.line.restore(id);
      await this.places.mustFitAgain(task);
      return task;
    });
  }
}
