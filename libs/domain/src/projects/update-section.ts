import { ProjectDesk } from './project-desk.js';
import type { Section, SectionFields } from './section.js';
import { Sections } from './sections.port.js';

export class UpdateSection {
  static needs = [ProjectDesk, Sections] as const;

  constructor(
    private readonly desk: ProjectDesk,
    private readonly sections: Sections,
  ) {}

  run({ id, sectionId, ...fields }: SectionFields & { id: string; sectionId: string }): Promise<Section> {
    return this.desk.work(id, () => this.sections.change(sectionId, (section) => section.mustBeOf(id).update(fields)));
  }
}
