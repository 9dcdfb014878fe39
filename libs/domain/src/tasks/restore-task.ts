import { needing } from '../core/use-case.js';
import { Transaction } from '../core/transaction.js';
import type { Task } from './task.js';
import { TaskPlacement } from './task-placement.service.js';
import { TaskSuccession } from './task-succession.service.js';
import { Tasks } from './tasks.port.js';

/** Undoes a deletion, unless the series went on or the place of the task is gone. */
export class RestoreTask extends needing({
  transaction: Transaction,
  tasks: Tasks,
  placement: TaskPlacement,
  succession: TaskSuccession,
}) {
  run({ id }: { id: string }): Promise<Task> {
    return this.transaction.run(async () => {
      await this.tasks.lockTree();
      const line = await this.tasks.lockPredecessors(id);
      const task = await this.tasks.changeEvenDeleted(id, (found) => found.restore(line));
      await this.placement.mustFitAgain(task);
      return this.succession.resumeUnlessFollowed(task);
    });
  }
}
