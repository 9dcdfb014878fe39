import { ProjectDesk } from './project-desk.js';
import { Sections } from './sections.port.js';

/** Takes a section away; its tasks stay in the project without one. */
export class DeleteSection {
  static needs = [ProjectDesk, Sections] as const;

  constructor(
    private readonly desk: ProjectDesk,
    private readonly sections: Sections,
  ) {}

  run({ id, sectionId }: { id: string; sectionId: string }): Promise<void> {
    return this.desk.work(id, async () => {
      (await this.sections.one(sectionId)).mustBeOf(id);
      await this.sections.empty(sectionId);
      await this.sections.remove(sectionId, (section) => section.delete());
    });
  }
}
