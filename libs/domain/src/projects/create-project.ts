import { uses } from '../core/use-case.js';
import { mustReachAll } from '../core/scope.js';
import { Transaction } from '../core/transaction.js';
import { Project, type ProjectFields } from './project.js';
import { freeIdentifier, identifierStem, identifierTaken } from './project-identifier.js';
import { Projects, Statuses } from './projects.port.js';
import { startingStatuses } from './status.js';

export class CreateProject extends uses({ transaction: Transaction, projects: Projects, statuses: Statuses }) {
  run(input: ProjectFields & { name: string }): Promise<Project> {
    mustReachAll('projects');
    return this.transaction.run(async () => {
      const project = new Project({ ...input, identifier: await this.identifierFor(input) });
      const statuses = startingStatuses(project.id);
      project.useDefaultOf(statuses);
      await this.projects.add(project);
      await this.statuses.addWithoutEvents(statuses);
      return project;
    });
  }

  private async identifierFor({ identifier, name }: { identifier?: string; name: string }): Promise<string> {
    const stem = identifierStem(name);
    if (identifier === undefined) return freeIdentifier(stem, await this.projects.lockIdentifiersLike(stem));
    if (await this.projects.isTaken(identifier)) throw identifierTaken(identifier);
    return identifier;
  }
}
