import type { TaskComment } from '@tandem/domain/tasks/comments/task-comment';
import { instant, json, nullable, text, uuid, view } from '@tandem/platform/view/view';
import { tasksGlossary } from '../tasks.glossary.js';

export const taskCommentView = view<TaskComment>(tasksGlossary)('TaskComment', {
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
