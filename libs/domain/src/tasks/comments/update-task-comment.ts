import { uses } from '../../core/use-case.js';
import { TaskPlacement } from '../task-placement.service.js';
import type { TaskComment } from './task-comment.js';
import { TaskComments } from './task-comments.port.js';

export class UpdateTaskComment extends uses({ placement: TaskPlacement, comments: TaskComments }) {
  run({ id, commentId, body }: { id: string; commentId: string; body?: string }): Promise<TaskComment> {
    return this.placement.whileLocked(id, (task) =>
      this.comments.change(commentId, (comment) => comment.rewrite(task, body)),
    );
  }
}
