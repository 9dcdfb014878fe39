import { uses } from '../core/use-case.js';
import { Transaction } from '../core/transaction.js';
import { ProjectTasks } from './project-tasks.port.js';
import { Projects, Sections } from './projects.port.js';

/** Its tasks remain in the project without a section. */
export class DeleteSection extends uses({
  transaction: Transaction,
  projects: Projects,
  sections: Sections,
  tasks: ProjectTasks,
}) {
  run({ id, sectionId }: { id: string; sectionId: string }): Promise<void> {
    return this.transaction.run(async () => {
      (await this.projects.one(id)).mustAcceptWrites();
      await this.tasks.lockIn({ projectId: id, sectionId });
      (await this.projects.lock(id)).mustAcceptWrites();
      // Once it is locked, no more tasks can enter; those added in the meantime leave it as well.
      (await this.sections.lock(sectionId)).mustBeOf(id);
      await this.tasks.leaveSection(sectionId);
      await this.sections.remove(sectionId, (section) => section.delete());
    });
  }
}
