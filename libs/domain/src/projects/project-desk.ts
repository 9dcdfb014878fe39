import { Projects } from './projects.port.js';
import { Transaction } from '../core/transaction.js';
import type { Project } from './project.js';

/** Work on the parts of a project: under its lock, one after the other, and only while it accepts writes. */
export class ProjectDesk {
  static needs = [Transaction, Projects] as const;

  constructor(
    private readonly transaction: Transaction,
    private readonly projects: Projects,
  ) {}

  work<T>(projectId: string, work: () => Promise<T>): Promise<T> {
    return this.transaction.run(async () => {
      await this.projects.change(projectId, (project) => project.mustAcceptWrites());
      return work();
    });
  }

  async change(projectId: string, rule: (project: Project) => void): Promise<void> {
    await this.projects.change(projectId, rule);
  }
}
