import type { Page, PageRequest } from '../core/page.js';
import { Projects } from './projects.port.js';
import { Sections } from './sections.port.js';

export class ListSections {
  static needs = [Projects, Sections] as const;

  constructor(
    private readonly projects: Projects,
    private readonly sections: Sections,
  ) {}

  async run({ id, ...request }: PageRequest & { id: string }): Promise<Page> {
    await this.projects.one(id);
    return this.sections.pageOf(id, request);
  }
}
