import { Transaction } from '../core/transaction.js';
import type { TaskComment } from './task-comment.js';
import { TaskComments } from './task-comments.port.js';
import { TaskDesk } from './task-desk.js';

export class UpdateTaskComment {
  static needs = [Transaction, TaskDesk, TaskComments] as const;

  constructor(
    private readonly transaction: Transaction,
    private readonly desk: TaskDesk,
    private readonly comments: TaskComments,
  ) {}

  run({ id, commentId, body }: { id: string; commentId: string; body: string }): Promise<TaskComment> {
    return this.transaction.run(async () => {
      const task = await this.desk.writable(id);
      return this.comments.change(commentId, (comment) => comment.rewrite(task, body));
    });
  }
}
