import { uses } from '../../core/use-case.js';
import { TaskPlacement } from '../task-placement.service.js';
import { TaskComments } from './task-comments.port.js';

export class DeleteTaskComment extends uses({ placement: TaskPlacement, comments: TaskComments }) {
  async run({ id, commentId }: { id: string; commentId: string }): Promise<void> {
    await this.placement.whileLocked(id, (task) => this.comments.change(commentId, (comment) => comment.delete(task)));
  }
}
