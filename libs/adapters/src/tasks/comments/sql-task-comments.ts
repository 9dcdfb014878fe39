import type { Rendered } from '@tandem/domain/core/page';
import type { TaskComment } from '@tandem/domain/tasks/comments/task-comment';
import type { TaskComments } from '@tandem/domain/tasks/comments/task-comments.port';
import { Database } from '@tandem/platform/postgres/database';
import { equals } from '@tandem/platform/postgres/params';
import { SqlStore } from '@tandem/platform/postgres/sql-store';
import { taskCommentTable } from './task-comment.table.js';
import { taskCommentView } from './task-comment.view.js';

export class SqlTaskComments extends SqlStore<TaskComment> implements TaskComments {
  static needs = [Database] as const;

  constructor(database: Database) {
    super(database, { table: taskCommentTable, view: taskCommentView, filters: { taskId: equals('task_id') } });
  }

  readOf(taskId: string, id: string): Promise<Rendered> {
    return this.readWhere((bind) => `t.task_id = ${bind(taskId)} and t.id = ${bind(id)}`);
  }

  /** A deleted comment keeps its place while somebody's answer stands below it. */
  protected override get alive(): string {
    return `(t.deleted_at is null or exists (select from task_comments a
      where a.tenant_id = t.tenant_id and a.parent_comment_id = t.id and a.deleted_at is null))`;
  }
}
