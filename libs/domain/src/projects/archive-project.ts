import { Projects } from './projects.port.js';
import type { Project } from './project.js';

export class ArchiveProject {
  static needs = [Projects] as const;

  constructor(private readonly projects: Projects) {}

  run({ id }: { id: string }): Promise<Project> {
    return this.projects.change(id, (project) => project.archive());
  }
}
