import { needing } from '../core/use-case.js';
import { asConsequence } from '../core/scope.js';
import { Transaction } from '../core/transaction.js';
import { Tasks } from '../tasks/tasks.port.js';
import { Projects } from './projects.port.js';

/** Changes sections and statuses one at a time, under the lock of their project, and only while it accepts writes. */
export class ProjectParts extends needing({ transaction: Transaction, projects: Projects, tasks: Tasks }) {
  whileLocked<T>(projectId: string, work: () => Promise<T>): Promise<T> {
    return this.transaction.run(async () => {
      (await this.projects.lock(projectId)).mustAcceptWrites();
      return work();
    });
  }

  /** The same for a part that is taken away from its tasks. Lock order: tasks before their project, as in complete. */
  whileLockedWithTasks(projectId: string, of: { sectionId: string } | { statusId: string }, work: () => Promise<void>) {
    return this.transaction.run(async () => {
      await asConsequence(() => this.tasks.changeEach(of, () => undefined));
      await this.whileLocked(projectId, work);
    });
  }
}
