import type { TaskComment } from '@tandem/domain/tasks/comments/task-comment';
import type { TaskComments } from '@tandem/domain/tasks/comments/task-comments.port';
import { storeOf } from '@tandem/platform/store/store-of';
import { SqlParts } from '@tandem/platform/store/sql-parts';
import { taskCommentFields } from './task.fields.js';

export class SqlTaskComments
  extends storeOf(SqlParts<TaskComment>, { ...taskCommentFields, parent: 'task_id' })
  implements TaskComments
{
  /** A deleted comment stays listed while it has replies. */
  protected override get alive(): string {
    return `(t.deleted_at is null or exists (select from task_comments a
      where a.tenant_id = t.tenant_id and a.parent_comment_id = t.id and a.deleted_at is null))`;
  }
}
