import { ProjectParts } from './project-parts.service.js';
import { Sections } from './sections.port.js';

/** Takes a section away; its tasks stay in the project without one. */
export class DeleteSection {
  static needs = [ProjectParts, Sections] as const;

  constructor(
    private readonly parts: ProjectParts,
    private readonly sections: Sections,
  ) {}

  run({ id, sectionId }: { id: string; sectionId: string }): Promise<void> {
    return this.parts.change(id, async () => {
      (await this.sections.one(sectionId)).mustBeOf(id);
      await this.sections.empty(sectionId);
      await this.sections.remove(sectionId, (section) => section.delete());
    });
  }
}
