import { Transaction } from '../core/transaction.js';
import { Tasks } from '../tasks/tasks.port.js';
import { Projects } from './projects.port.js';

export class DeleteProject {
  static needs = [Transaction, Projects, Tasks] as const;

  constructor(
    private readonly transaction: Transaction,
    private readonly projects: Projects,
    private readonly tasks: Tasks,
  ) {}

  async run({ id }: { id: string }): Promise<void> {
    await this.transaction.run(async () => {
      // The project's row is the lock: whoever adds a task to it takes its next number there.
      await this.projects.change(id, () => undefined);
      const livingTasks = await this.tasks.living(id);
      await this.projects.change(id, (project) => project.delete(livingTasks));
    });
  }
}
