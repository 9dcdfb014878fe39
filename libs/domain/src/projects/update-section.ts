import { needing } from '../core/use-case.js';
import { ProjectParts } from './project-parts.service.js';
import type { Section, SectionFields } from './section.js';
import { Sections } from './projects.port.js';

export class UpdateSection extends needing({ parts: ProjectParts, sections: Sections }) {
  run({ id, sectionId, ...fields }: SectionFields & { id: string; sectionId: string }): Promise<Section> {
    return this.parts.whileLocked(id, () =>
      this.sections.change(sectionId, (section) => section.mustBeOf(id).update(fields)),
    );
  }
}
