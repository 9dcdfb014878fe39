import { needing } from '../core/use-case.js';
import { conflict } from '../core/errors.js';
import { ProjectParts } from './project-parts.service.js';
import { Projects, Statuses } from './projects.port.js';
import type { Status, StatusFields } from './status.js';
import { Tasks } from '../tasks/tasks.port.js';

export class UpdateStatus extends needing({
  parts: ProjectParts,
  projects: Projects,
  statuses: Statuses,
  tasks: Tasks,
}) {
  run({ id, statusId, ...fields }: StatusFields & { id: string; statusId: string }): Promise<Status> {
    return this.parts.whileLocked(id, async () => {
      const set = await this.projects.statusesOf(id);
      const before = set.mustHave(statusId);
      set.mustAllow(before, fields);
      if (fields.category && fields.category !== before.category) {
        // Tasks in a status agree with its category, so one in use keeps it; once it is locked, none comes into it.
        await this.statuses.lock(statusId);
        if (await this.tasks.areIn(statusId)) throw statusInUse();
      }
      if (fields.isDefault && !before.isDefault) {
        await this.statuses.change(set.default.id, (status) => status.unsetDefault());
        await this.projects.change(id, (project) => project.startTasksIn(statusId));
      }
      return this.statuses.change(statusId, (status) => status.update(fields));
    });
  }
}

const statusInUse = () => conflict('status_in_use', 'Tasks are in this status; its category cannot change.');
