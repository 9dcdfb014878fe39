import { ProjectDesk } from './project-desk.js';
import { Status, type StatusCategory, type StatusFields } from './status.js';
import { Statuses } from './statuses.port.js';

export class CreateStatus {
  static needs = [ProjectDesk, Statuses] as const;

  constructor(
    private readonly desk: ProjectDesk,
    private readonly statuses: Statuses,
  ) {}

  run({ id, ...fields }: StatusFields & { id: string; name: string; category: StatusCategory }): Promise<Status> {
    return this.desk.work(id, async () => {
      const set = await this.statuses.setOf(id);
      set.mustBeFree(fields.name);
      if (fields.isDefault) await this.statuses.change(set.default.id, (status) => status.noLongerDefault());
      const status = await this.statuses.add(new Status(id, { position: set.nextPosition, ...fields }));
      if (status.isDefault) await this.desk.change(id, (project) => project.startTasksIn(status.id));
      return status;
    });
  }
}
