import { uses } from '../core/use-case.js';
import { Transaction } from '../core/transaction.js';
import { TaskFamily } from './task-family.service.js';
import { TaskSuccession } from './task-succession.service.js';
import { Tasks } from './tasks.port.js';

/** Deletes a task; the open task before it in its series becomes the current one again. */
export class DeleteTask extends uses({
  transaction: Transaction,
  tasks: Tasks,
  family: TaskFamily,
  succession: TaskSuccession,
}) {
  async run({ id }: { id: string }): Promise<void> {
    await this.transaction.run(async () => {
      const [, ...predecessors] = await this.tasks.lockWithPredecessors(id);
      await this.family.changeAlone(id, (task) => task.delete());
      const before = predecessors.find(({ deletedAt }) => !deletedAt);
      if (before) await this.succession.resumeUnlessFollowed(before);
    });
  }
}
