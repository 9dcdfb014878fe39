import type { Rendered } from '../../core/page.js';
import { TaskComments } from './task-comments.port.js';
import { Tasks } from '../tasks.port.js';

export class GetTaskComment {
  static needs = [Tasks, TaskComments] as const;

  constructor(
    private readonly tasks: Tasks,
    private readonly comments: TaskComments,
  ) {}

  async run({ id, commentId }: { id: string; commentId: string }): Promise<Rendered> {
    await this.tasks.one(id);
    return this.comments.readOf(id, commentId);
  }
}
