import type { Page, PageRequest } from '../core/page.js';
import { Projects } from './projects.port.js';
import { Statuses } from './statuses.port.js';

export class ListStatuses {
  static needs = [Projects, Statuses] as const;

  constructor(
    private readonly projects: Projects,
    private readonly statuses: Statuses,
  ) {}

  async run({ id, ...request }: PageRequest & { id: string }): Promise<Page> {
    await this.projects.one(id);
    return this.statuses.pageOf(id, request);
  }
}
