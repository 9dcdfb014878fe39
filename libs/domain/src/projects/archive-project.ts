import { uses } from '../core/use-case.js';
import { Projects } from './projects.port.js';
import type { Project } from './project.js';

export class ArchiveProject extends uses({ projects: Projects }) {
  run({ id }: { id: string }): Promise<Project> {
    return this.projects.change(id, (project) => project.archive());
  }
}
