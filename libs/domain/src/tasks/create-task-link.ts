import { Entities } from '../core/entities.js';
import { notFound } from '../core/errors.js';
import { Transaction } from '../core/transaction.js';
import { TaskDesk } from './task-desk.js';
import { outside, TaskLink } from './task-link.js';
import { TaskLinks } from './task-links.port.js';

export class CreateTaskLink {
  static needs = [Transaction, TaskDesk, TaskLinks, Entities] as const;

  constructor(
    private readonly transaction: Transaction,
    private readonly desk: TaskDesk,
    private readonly links: TaskLinks,
    private readonly entities: Entities,
  ) {}

  run({ id, entityType, entityId }: { id: string; entityType: string; entityId: string }): Promise<TaskLink> {
    return this.transaction.run(async () => {
      const task = await this.desk.writable(id);
      const target = entityType === outside ? entityId : await this.entities.heldIdOf(entityType, entityId);
      if (!target) throw notFound('There is no such record to link to.');
      return this.links.addOnce(new TaskLink(task, { entityType, entityId: target }));
    });
  }
}
