import { Transaction } from '../../core/transaction.js';
import { HeldTasks } from '../held-tasks.js';
import type { TaskComment } from './task-comment.js';
import { TaskComments } from './task-comments.port.js';

export class UpdateTaskComment {
  static needs = [Transaction, HeldTasks, TaskComments] as const;

  constructor(
    private readonly transaction: Transaction,
    private readonly held: HeldTasks,
    private readonly comments: TaskComments,
  ) {}

  run({ id, commentId, body }: { id: string; commentId: string; body?: string }): Promise<TaskComment> {
    return this.transaction.run(async () => {
      const task = await this.held.writable(id);
      return this.comments.change(commentId, (comment) => comment.rewrite(task, body));
    });
  }
}
