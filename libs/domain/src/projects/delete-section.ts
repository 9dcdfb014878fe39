import { needing } from '../core/use-case.js';
import { asConsequence } from '../core/scope.js';
import { Tasks } from '../tasks/tasks.port.js';
import { ProjectParts } from './project-parts.service.js';
import { Sections } from './projects.port.js';

/** Takes a section away; its tasks stay in the project without one. */
export class DeleteSection extends needing({ parts: ProjectParts, sections: Sections, tasks: Tasks }) {
  run({ id, sectionId }: { id: string; sectionId: string }): Promise<void> {
    return this.parts.whileLockedWithTasks(id, { sectionId }, async () => {
      (await this.sections.one(sectionId)).mustBeOf(id);
      await asConsequence(() => this.tasks.changeEach({ sectionId }, (task) => task.leaveSection()));
      await this.sections.remove(sectionId, (section) => section.delete());
    });
  }
}
