import { needing } from '../../core/use-case.js';
import { maySee } from '../../core/entities.js';
import { notFound } from '../../core/errors.js';
import { Transaction } from '../../core/transaction.js';
import { TaskPlacement } from '../task-placement.service.js';
import { LinkTargets } from './link-targets.service.js';
import { TaskLink } from './task-link.js';
import { TaskLinks } from './task-links.port.js';

export class CreateTaskLink extends needing({
  transaction: Transaction,
  placement: TaskPlacement,
  links: TaskLinks,
  targets: LinkTargets,
}) {
  run({ id, entityType, entityId }: { id: string; entityType: string; entityId: string }): Promise<TaskLink> {
    return this.transaction.run(async () => {
      // Two tasks are locked in the order of their ids, as everywhere.
      const first = entityId < id ? await this.target(entityType, entityId) : undefined;
      return this.placement.whileLocked(id, async (task) => {
        const target = first ?? (await this.target(entityType, entityId));
        if (!target) throw notFound('There is no such record to link to.');
        return this.links.addOnce(new TaskLink(task, { entityType, entityId: target }));
      });
    });
  }

  private async target(entityType: string, entityId: string): Promise<string | undefined> {
    return maySee(entityType) ? this.targets.lock(entityType, entityId) : undefined;
  }
}
