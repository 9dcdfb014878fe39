import { uses } from '../core/use-case.js';
import { Transaction } from '../core/transaction.js';
import type { Project, ProjectFields } from './project.js';
import { identifierTaken } from './project-identifier.js';
import { ProjectTasks } from './project-tasks.port.js';
import { Projects } from './projects.port.js';

export class UpdateProject extends uses({ transaction: Transaction, projects: Projects, tasks: ProjectTasks }) {
  run({ id, ...fields }: ProjectFields & { id: string }): Promise<Project> {
    return this.transaction.run(async () => {
      const { identifier: former } = await this.projects.one(id);
      const isNew = fields.identifier !== undefined && fields.identifier !== former;
      if (isNew && (await this.projects.isTaken(fields.identifier!, id))) throw identifierTaken(fields.identifier!);
      if (isNew) await this.tasks.lockIn({ projectId: id });
      const project = await this.projects.change(id, (found) => found.update(fields));
      if (isNew) await this.tasks.renumber(id, project.identifier);
      return project;
    });
  }
}
