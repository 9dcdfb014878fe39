import { asConsequence, mustReachAll } from '../../core/scope.js';
import { Transaction } from '../../core/transaction.js';
import { uses } from '../../core/use-case.js';
import { Tasks } from '../tasks.port.js';
import { Labels } from './labels.port.js';

/** Includes removing it from all tasks, even hidden ones. */
export class DeleteLabel extends uses({ transaction: Transaction, labels: Labels, tasks: Tasks }) {
  async run({ id }: { id: string }): Promise<void> {
    mustReachAll('tasks');
    await this.transaction.run(async () => {
      await this.labels.one(id);
      await this.leaveTasks(id);
      // Once it is locked, no more tasks can take it; those that took it in the meantime lose it as well.
      await this.labels.lock(id);
      await this.leaveTasks(id);
      await this.labels.remove(id, (label) => label.delete());
    });
  }

  private leaveTasks(id: string): Promise<void> {
    return asConsequence(() => this.tasks.changeEach({ labelId: [id] }, (task) => task.leaveLabel(id)));
  }
}
