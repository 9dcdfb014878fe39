import { Transaction } from '../core/transaction.js';
import { Projects } from './projects.port.js';

export class DeleteProject {
  static needs = [Transaction, Projects] as const;

  constructor(
    private readonly transaction: Transaction,
    private readonly projects: Projects,
  ) {}

  async run({ id }: { id: string }): Promise<void> {
    await this.transaction.run(async () => {
      // The project's row is the lock: whoever adds a task to it takes its next number there.
      await this.projects.change(id, () => undefined);
      const livingTasks = await this.projects.livingTasks(id);
      await this.projects.change(id, (project) => project.delete(livingTasks));
    });
  }
}
