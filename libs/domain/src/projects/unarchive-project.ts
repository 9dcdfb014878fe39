import { uses } from '../core/use-case.js';
import { Projects } from './projects.port.js';
import type { Project } from './project.js';

export class UnarchiveProject extends uses({ projects: Projects }) {
  run({ id }: { id: string }): Promise<Project> {
    return this.projects.change(id, (project) => project.unarchive());
  }
}
