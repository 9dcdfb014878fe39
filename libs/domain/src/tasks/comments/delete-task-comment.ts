import { needing } from '../../core/use-case.js';
import { Transaction } from '../../core/transaction.js';
import { TaskPlacement } from '../task-placement.service.js';
import { TaskComments } from './task-comments.port.js';

export class DeleteTaskComment extends needing({
  transaction: Transaction,
  placement: TaskPlacement,
  comments: TaskComments,
}) {
  async run({ id, commentId }: { id: string; commentId: string }): Promise<void> {
    await this.transaction.run(async () => {
      const task = await this.placement.held(id);
      await this.comments.change(commentId, (comment) => comment.delete(task));
    });
  }
}
