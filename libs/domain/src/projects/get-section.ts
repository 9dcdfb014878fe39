import type { Rendered } from '../core/page.js';
import { Projects } from './projects.port.js';
import { Sections } from './sections.port.js';

export class GetSection {
  static needs = [Projects, Sections] as const;

  constructor(
    private readonly projects: Projects,
    private readonly sections: Sections,
  ) {}

  async run({ id, sectionId }: { id: string; sectionId: string }): Promise<Rendered> {
    await this.projects.one(id);
    return this.sections.readOf(id, sectionId);
  }
}
