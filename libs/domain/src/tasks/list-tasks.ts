import type { Page, PageRequest } from '../core/page.js';
import { Tasks } from './tasks.port.js';

export class ListTasks {
  static needs = [Tasks] as const;

  constructor(private readonly tasks: Tasks) {}

  run(input: PageRequest & object): Promise<Page> {
    return this.tasks.page(input);
  }
}
