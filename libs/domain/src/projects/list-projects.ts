import type { Page, PageRequest } from '../core/page.js';
import { Projects } from './projects.port.js';

export class ListProjects {
  static needs = [Projects] as const;

  constructor(private readonly projects: Projects) {}

  run(input: PageRequest & object): Promise<Page> {
    return this.projects.page(input);
  }
}
