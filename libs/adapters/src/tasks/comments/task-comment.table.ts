import { TaskComment } from '@tandem/domain/tasks/comments/task-comment';
import { instant, json, nullable, table, text, uuid } from '@tandem/platform/postgres/table';

export const taskCommentTable = table(TaskComment, 'task_comments', {
  taskId: uuid,
  authorId: nullable(uuid),
  parentCommentId: nullable(uuid),
  body: text,
  metadata: json,
  deletedAt: nullable(instant),
});
