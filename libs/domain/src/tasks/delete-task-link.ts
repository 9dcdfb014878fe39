import { notFound } from '../core/errors.js';
import { Transaction } from '../core/transaction.js';
import { TaskDesk } from './task-desk.js';
import { TaskLinks } from './task-links.port.js';

export class DeleteTaskLink {
  static needs = [Transaction, TaskDesk, TaskLinks] as const;

  constructor(
    private readonly transaction: Transaction,
    private readonly desk: TaskDesk,
    private readonly links: TaskLinks,
  ) {}

  run({ id, linkId }: { id: string; linkId: string }): Promise<void> {
    return this.transaction.run(async () => {
      const task = await this.desk.writable(id);
      if (!(await this.links.findOf(id, linkId))) throw notFound();
      await this.links.remove(linkId, (link) => link.delete(task));
    });
  }
}
