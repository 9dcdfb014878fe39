import { uses } from '../../core/use-case.js';
import { notFound } from '../../core/errors.js';
import { Transaction } from '../../core/transaction.js';
import { TaskPlacement } from '../task-placement.service.js';
import { TaskLink } from './task-link.js';
import { TaskLinking } from './task-linking.service.js';
import { TaskLinks } from './task-links.port.js';

export class CreateTaskLink extends uses({
  transaction: Transaction,
  placement: TaskPlacement,
  links: TaskLinks,
  linking: TaskLinking,
}) {
  run({ id, entityType, entityId }: { id: string; entityType: string; entityId: string }): Promise<TaskLink> {
    return this.transaction.run(async () => {
      // Lock order: two tasks by id, as everywhere; any other record after the task, as when a task is copied.
      const isFirst = entityType === 'task' && entityId < id;
      const first = isFirst ? await this.linking.lockSeen(entityType, entityId) : undefined;
      return this.placement.whileLocked(id, async (task) => {
        const target = first ?? (await this.linking.lockSeen(entityType, entityId));
        if (!target) throw notFound('There is no such record to link to.');
        return this.links.addOnce(new TaskLink(task, { entityType, entityId: target }));
      });
    });
  }
}
