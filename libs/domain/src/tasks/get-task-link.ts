import type { Rendered } from '../core/page.js';
import { TaskLinks } from './task-links.port.js';
import { Tasks } from './tasks.port.js';

export class GetTaskLink {
  static needs = [Tasks, TaskLinks] as const;

  constructor(
    private readonly tasks: Tasks,
    private readonly links: TaskLinks,
  ) {}

  async run({ id, linkId }: { id: string; linkId: string }): Promise<Rendered> {
    await this.tasks.one(id);
    return this.links.readOf(id, linkId);
  }
}
