import { Projects } from './projects.port.js';

export class DeleteProject {
  static needs = [Projects] as const;

  constructor(private readonly projects: Projects) {}

  async run({ id }: { id: string }): Promise<void> {
    await this.projects.change(id, (project) => project.delete());
  }
}
