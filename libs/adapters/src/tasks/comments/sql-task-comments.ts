import type { TaskComment } from '@tandem/domain/tasks/comments/task-comment';
import type { TaskComments } from '@tandem/domain/tasks/comments/task-comments.port';
import { Database } from '@tandem/platform/postgres/database';
import { SqlParts } from '@tandem/platform/postgres/sql-parts';
import { taskCommentTable } from './task-comment.table.js';
import { taskCommentView } from './task-comment.view.js';

export class SqlTaskComments extends SqlParts<TaskComment> implements TaskComments {
  static needs = [Database] as const;

  constructor(database: Database) {
    super(database, { table: taskCommentTable, view: taskCommentView, whole: 'task_id' });
  }

  /** A deleted comment keeps its place while somebody's answer stands below it. */
  protected override get alive(): string {
    return `(t.deleted_at is null or exists (select from task_comments a
      where a.tenant_id = t.tenant_id and a.parent_comment_id = t.id and a.deleted_at is null))`;
  }
}
