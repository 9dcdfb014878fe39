import { needing } from '../../core/use-case.js';
import { Transaction } from '../../core/transaction.js';
import { TaskPlacement } from '../task-placement.service.js';
import type { TaskComment } from './task-comment.js';
import { TaskComments } from './task-comments.port.js';

export class UpdateTaskComment extends needing({
  transaction: Transaction,
  placement: TaskPlacement,
  comments: TaskComments,
}) {
  run({ id, commentId, body }: { id: string; commentId: string; body?: string }): Promise<TaskComment> {
    return this.transaction.run(async () => {
      const task = await this.placement.held(id);
      return this.comments.change(commentId, (comment) => comment.rewrite(task, body));
    });
  }
}
