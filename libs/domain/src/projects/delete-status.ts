import { uses } from '../core/use-case.js';
import { Transaction } from '../core/transaction.js';
import { ProjectTasks } from './project-tasks.port.js';
import { Projects, Statuses } from './projects.port.js';

/** Its tasks move to another status of the same category. */
export class DeleteStatus extends uses({
  transaction: Transaction,
  projects: Projects,
  statuses: Statuses,
  tasks: ProjectTasks,
}) {
  run({ id, statusId }: { id: string; statusId: string }): Promise<void> {
    return this.transaction.run(async () => {
      (await this.projects.one(id)).mustAcceptWrites();
      await this.tasks.lockIn({ projectId: id, statusId });
      (await this.projects.lock(id)).mustAcceptWrites();
      const set = await this.projects.statusesOf(id);
      set.mustSpare(statusId);
      // Once it is locked, no more tasks can enter; those added in the meantime leave it as well.
      await this.statuses.lock(statusId);
      await this.tasks.leaveStatus(statusId, set);
      await this.statuses.remove(statusId, (status) => status.delete());
    });
  }
}
