import { ProjectDesk } from './project-desk.js';
import { Statuses } from './statuses.port.js';

/** Takes a status away; its tasks go to another one of the same category. */
export class DeleteStatus {
  static needs = [ProjectDesk, Statuses] as const;

  constructor(
    private readonly desk: ProjectDesk,
    private readonly statuses: Statuses,
  ) {}

  run({ id, statusId }: { id: string; statusId: string }): Promise<void> {
    return this.desk.work(id, async () => {
      const set = await this.statuses.setOf(id);
      set.mustSpare(statusId);
      await this.statuses.replace(statusId, set.substituteFor(statusId).id);
      await this.statuses.remove(statusId, (status) => status.delete());
    });
  }
}
