import { needing } from '../core/use-case.js';
import { Transaction } from '../core/transaction.js';
import { Projects } from './projects.port.js';

/** Changes sections and statuses one at a time, under the lock of their project, and only while it accepts writes. */
export class ProjectParts extends needing({ transaction: Transaction, projects: Projects }) {
  whileLocked<T>(projectId: string, work: () => Promise<T>): Promise<T> {
    return this.transaction.run(async () => {
      (await this.projects.lock(projectId)).mustAcceptWrites();
      return work();
    });
  }
}
