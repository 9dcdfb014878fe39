import { ProjectDesk } from './project-desk.js';
import { Section, type SectionFields } from './section.js';
import { Sections } from './sections.port.js';

export class CreateSection {
  static needs = [ProjectDesk, Sections] as const;

  constructor(
    private readonly desk: ProjectDesk,
    private readonly sections: Sections,
  ) {}

  run({ id, ...fields }: SectionFields & { id: string; name: string }): Promise<Section> {
    return this.desk.work(id, async () => {
      const position = fields.position ?? (await this.sections.nextPosition(id));
      return this.sections.add(new Section(id, { ...fields, position }));
    });
  }
}
