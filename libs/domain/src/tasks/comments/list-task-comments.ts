import type { Page, PageRequest } from '../../core/page.js';
import { TaskComments } from './task-comments.port.js';
import { Tasks } from '../tasks.port.js';

export class ListTaskComments {
  static needs = [Tasks, TaskComments] as const;

  constructor(
    private readonly tasks: Tasks,
    private readonly comments: TaskComments,
  ) {}

  async run({ id, ...request }: PageRequest & { id: string }): Promise<Page> {
    await this.tasks.one(id);
    const ofTask = { ...request, taskId: id };
    return this.comments.page(ofTask);
  }
}
