import { uses } from '../core/use-case.js';
import { replaceDefault } from '../core/default-candidate.js';
import { Transaction } from '../core/transaction.js';
import { Projects, Statuses } from './projects.port.js';
import { Status, type StatusCategory, type StatusFields } from './status.js';

export class CreateStatus extends uses({ transaction: Transaction, projects: Projects, statuses: Statuses }) {
  run({ id, ...fields }: StatusFields & { id: string; name: string; category: StatusCategory }): Promise<Status> {
    return this.transaction.run(async () => {
      (await this.projects.lock(id)).mustAcceptWrites();
      const set = await this.projects.statusesOf(id);
      set.mustBeFree(fields.name);
      if (fields.isDefault) await replaceDefault(this.statuses, set.default.id);
      const status = await this.statuses.add(new Status(id, { position: set.nextPosition, ...fields }));
      if (status.isDefault) await this.projects.change(id, (project) => project.startTasksIn(status.id));
      return status;
    });
  }
}
