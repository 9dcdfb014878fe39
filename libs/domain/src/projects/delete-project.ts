import { uses } from '../core/use-case.js';
import { Transaction } from '../core/transaction.js';
import { ProjectTasks } from './project-tasks.port.js';
import { Projects } from './projects.port.js';

export class DeleteProject extends uses({ transaction: Transaction, projects: Projects, tasks: ProjectTasks }) {
  async run({ id }: { id: string }): Promise<void> {
    await this.transaction.run(async () => {
      // The lock on the project's row prevents new tasks, which take their number from it.
      await this.projects.lock(id);
      const tasksLeft = await this.tasks.countIn(id);
      await this.projects.change(id, (project) => project.delete(tasksLeft));
    });
  }
}
