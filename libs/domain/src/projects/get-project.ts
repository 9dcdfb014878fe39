import type { Rendered } from '../core/page.js';
import { Projects } from './projects.port.js';

export class GetProject {
  static needs = [Projects] as const;

  constructor(private readonly projects: Projects) {}

  run({ id }: { id: string }): Promise<Rendered> {
    return this.projects.read(id);
  }
}
