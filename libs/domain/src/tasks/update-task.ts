import { uses } from '../core/use-case.js';
import { Transaction } from '../core/transaction.js';
import type { Task } from './task.js';
import { TaskFamily, type TaskRule } from './task-family.service.js';
import type { TaskFields } from './task-fields.js';
import { TaskPlacement } from './task-placement.service.js';

export class UpdateTask extends uses({ transaction: Transaction, placement: TaskPlacement, family: TaskFamily }) {
  run({ id, ...input }: TaskFields & { id: string }): Promise<Task> {
    return this.transaction.run(async () => {
      const { projectId, parentId } = await this.placement.writable(id);
      // Keeping the current parent is allowed even if it was deleted.
      const fields = input.parentId === parentId ? { ...input, parentId: undefined } : input;
      const parent = await this.placement.lockParent(fields, id);
      const referred = await this.placement.referred(fields, id);
      await this.placement.check(fields, { id, projectId, parent }, referred);
      const rule: TaskRule = (task, statuses) => task.update(fields, statuses);
      return fields.statusId === undefined ? this.family.changeAlone(id, rule) : this.family.change(id, rule);
    });
  }
}
