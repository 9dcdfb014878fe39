import type { Page, PageRequest } from '../core/page.js';
import { TaskLinks } from './task-links.port.js';
import { Tasks } from './tasks.port.js';

export class ListTaskLinks {
  static needs = [Tasks, TaskLinks] as const;

  constructor(
    private readonly tasks: Tasks,
    private readonly links: TaskLinks,
  ) {}

  async run({ id, ...request }: PageRequest & { id: string }): Promise<Page> {
    await this.tasks.one(id);
    const ofTask = { ...request, taskId: id };
    return this.links.page(ofTask);
  }
}
