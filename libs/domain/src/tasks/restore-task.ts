import { uses } from '../core/use-case.js';
import { orNotFound } from '../core/errors.js';
import { Transaction } from '../core/transaction.js';
import type { Task } from './task.js';
import { TaskPlacement } from './task-placement.service.js';
import { TaskSuccession } from './task-succession.service.js';
import { Tasks } from './tasks.port.js';

/** Undoes a deletion unless its series has continued or its project or parent is gone. */
export class RestoreTask extends uses({
  transaction: Transaction,
  tasks: Tasks,
  placement: TaskPlacement,
  succession: TaskSuccession,
}) {
  run({ id }: { id: string }): Promise<Task> {
    return this.transaction.run(async () => {
      await this.tasks.lockTree();
      const [found, ...predecessors] = await this.tasks.lockWithPredecessors(id);
      const task = orNotFound(found);
      task.restore(predecessors);
      await this.tasks.saveAll([task]);
      await this.placement.mustFitAgain(task);
      return this.succession.resumeUnlessFollowed(task);
    });
  }
}
