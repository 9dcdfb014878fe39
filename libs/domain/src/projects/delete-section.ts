import { uses } from '../core/use-case.js';
import { Transaction } from '../core/transaction.js';
import { ProjectTasks } from './project-tasks.port.js';
import { Projects, Sections } from './projects.port.js';

/** Takes a section away; its tasks stay in the project without one. */
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
      // Once it is locked, nobody puts a task into it any more; those that came in meanwhile leave it as well.
      (await this.sections.lock(sectionId)).mustBeOf(id);
      await this.tasks.leaveSection(sectionId);
      await this.sections.remove(sectionId, (section) => section.delete());
    });
  }
}
