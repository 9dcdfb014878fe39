import { Transaction } from '../../core/transaction.js';
import { HeldTasks } from '../held-tasks.js';
import { TaskLinks } from './task-links.port.js';
import { VisibleLinks } from './visible-links.service.js';

export class DeleteTaskLink {
  static needs = [Transaction, HeldTasks, TaskLinks, VisibleLinks] as const;

  constructor(
    private readonly transaction: Transaction,
    private readonly held: HeldTasks,
    private readonly links: TaskLinks,
    private readonly visible: VisibleLinks,
  ) {}

  run({ id, linkId }: { id: string; linkId: string }): Promise<void> {
    return this.transaction.run(async () => {
      const task = await this.held.writable(id);
      await this.visible.mustSee(id, linkId);
      await this.links.remove(linkId, (link) => link.delete(task));
      await this.held.touch(id);
    });
  }
}
