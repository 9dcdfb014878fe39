import type { Rendered } from '../core/page.js';
import { Projects } from './projects.port.js';
import { Statuses } from './statuses.port.js';

export class GetStatus {
  static needs = [Projects, Statuses] as const;

  constructor(
    private readonly projects: Projects,
    private readonly statuses: Statuses,
  ) {}

  async run({ id, statusId }: { id: string; statusId: string }): Promise<Rendered> {
    await this.projects.one(id);
    return this.statuses.readOf(id, statusId);
  }
}
