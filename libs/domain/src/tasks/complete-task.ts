import { needing } from '../core/use-case.js';
import { Transaction } from '../core/transaction.js';
import type { Task } from './task.js';
import { TaskFamily } from './task-family.service.js';

/** Completes a task; with `cascade` also the open tasks below it, whose series end. */
export class CompleteTask extends needing({ transaction: Transaction, family: TaskFamily }) {
  run({ id, cascade = false }: { id: string; cascade?: boolean }): Promise<Task> {
    return this.transaction.run(async () => {
      const task = await this.family.change(id, (found, statuses) => found.complete(statuses));
      if (cascade)
        await this.family.changeBelow(id, (child, statuses) => child.complete(statuses, { endsSeries: true }));
      return task;
    });
  }
}
