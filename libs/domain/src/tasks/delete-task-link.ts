import { notFound } from '../core/errors.js';
import { Transaction } from '../core/transaction.js';
import { HeldTasks } from './held-tasks.js';
import { TaskLinks } from './task-links.port.js';
import { Tasks } from './tasks.port.js';

export class DeleteTaskLink {
  static needs = [Transaction, HeldTasks, TaskLinks, Tasks] as const;

  constructor(
    private readonly transaction: Transaction,
    private readonly held: HeldTasks,
    private readonly links: TaskLinks,
    private readonly tasks: Tasks,
  ) {}

  run({ id, linkId }: { id: string; linkId: string }): Promise<void> {
    return this.transaction.run(async () => {
      const task = await this.held.writable(id);
      if (!(await this.links.findOf(id, linkId))) throw notFound();
      await this.links.remove(linkId, (link) => link.delete(task));
      await this.tasks.touch(id);
    });
  }
}
