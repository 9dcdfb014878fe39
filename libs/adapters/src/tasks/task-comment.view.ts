import type { TaskComment } from '@tandem/domain/tasks/task-comment';
import { instant, json, nullable, text, uuid, view } from '@tandem/platform/view';

export const taskCommentView = view<TaskComment>()('TaskComment', {
  id: uuid,
  task_id: uuid,
  tenant_id: uuid,
  author_id: nullable(uuid),
  parent_comment_id: nullable(uuid),
  body: text,
  metadata: json,
  created_at: instant,
  updated_at: instant,
  deleted_at: nullable(instant),
});
