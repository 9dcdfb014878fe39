import { Transaction } from '../../core/transaction.js';
import { HeldTasks } from '../held-tasks.js';
import { TaskComments } from './task-comments.port.js';

export class DeleteTaskComment {
  static needs = [Transaction, HeldTasks, TaskComments] as const;

  constructor(
    private readonly transaction: Transaction,
    private readonly held: HeldTasks,
    private readonly comments: TaskComments,
  ) {}

  async run({ id, commentId }: { id: string; commentId: string }): Promise<void> {
    await this.transaction.run(async () => {
      const task = await this.held.writable(id);
      await this.comments.change(commentId, (comment) => comment.delete(task));
    });
  }
}
