import { needing } from '../core/use-case.js';
import { ProjectParts } from './project-parts.service.js';
import { Section, type SectionFields } from './section.js';
import { Sections } from './projects.port.js';

export class CreateSection extends needing({ parts: ProjectParts, sections: Sections }) {
  run({ id, ...fields }: SectionFields & { id: string; name: string }): Promise<Section> {
    return this.parts.whileLocked(id, async () => {
      const position = fields.position ?? (await this.sections.nextPosition(id));
      return this.sections.add(new Section(id, { ...fields, position }));
    });
  }
}
