import { uses } from '../core/use-case.js';
import { replaceDefault } from '../core/default-candidate.js';
import { Transaction } from '../core/transaction.js';
import { ProjectTasks } from './project-tasks.port.js';
import { Projects, Statuses } from './projects.port.js';
import type { Status, StatusFields } from './status.js';

export class UpdateStatus extends uses({
  transaction: Transaction,
  projects: Projects,
  statuses: Statuses,
  tasks: ProjectTasks,
}) {
  run({ id, statusId, ...fields }: StatusFields & { id: string; statusId: string }): Promise<Status> {
    return this.transaction.run(async () => {
      (await this.projects.lock(id)).mustAcceptWrites();
      const set = await this.projects.statusesOf(id);
      const before = set.mustHave(statusId);
      set.mustAllow(before, fields);
      const isInUse = before.changesCategory(fields) && (await this.isInUse(statusId));
      if (fields.isDefault) {
        await replaceDefault(this.statuses, set.default.id, statusId);
        await this.projects.change(id, (project) => project.startTasksIn(statusId));
      }
      return this.statuses.change(statusId, (status) => status.update(fields, isInUse));
    });
  }

  /** Locks the status, so that no task can enter it afterwards. */
  private async isInUse(statusId: string): Promise<boolean> {
    await this.statuses.lock(statusId);
    return this.tasks.areAnyIn(statusId);
  }
}
