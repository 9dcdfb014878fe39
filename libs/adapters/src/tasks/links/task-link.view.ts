import type { TaskLink } from '@tandem/domain/tasks/links/task-link';
import { instant, text, uuid, view } from '@tandem/platform/view/view';
import { tasksGlossary } from '../tasks.glossary.js';

export const taskLinkView = view<TaskLink>(tasksGlossary)('TaskLink', {
  id: uuid,
  task_id: uuid,
  tenant_id: uuid,
  entity_id: uuid,
  entity_type: text,
  created_at: instant,
});
