import { Transaction } from '../core/transaction.js';
import { TaskComments } from './task-comments.port.js';
import { TaskDesk } from './task-desk.js';

export class DeleteTaskComment {
  static needs = [Transaction, TaskDesk, TaskComments] as const;

  constructor(
    private readonly transaction: Transaction,
    private readonly desk: TaskDesk,
    private readonly comments: TaskComments,
  ) {}

  async run({ id, commentId }: { id: string; commentId: string }): Promise<void> {
    await this.transaction.run(async () => {
      const task = await this.desk.writable(id);
      await this.comments.change(commentId, (comment) => comment.delete(task));
    });
  }
}
