import { uses } from '../../core/use-case.js';
import { missing } from '../../core/errors.js';
import { TaskPlacement } from '../task-placement.service.js';
import { TaskComment } from './task-comment.js';
import { TaskComments } from './task-comments.port.js';

interface NewComment {
  id: string;
  body: string;
  parentCommentId?: string | null;
  metadata?: unknown;
}

export class CreateTaskComment extends uses({ placement: TaskPlacement, comments: TaskComments }) {
  run({ id, parentCommentId, ...fields }: NewComment): Promise<TaskComment> {
    return this.placement.whileLocked(id, async (task) => {
      const parent = parentCommentId ? await this.comments.find(parentCommentId) : null;
      if (parent === undefined) throw missing('parent_comment_id');
      return this.comments.add(new TaskComment(task, fields, parent));
    });
  }
}
