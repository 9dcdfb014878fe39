import { TaskLink } from '@tandem/domain/tasks/links/task-link';
import { table, text, uuid } from '@tandem/platform/postgres/table';

export const taskLinkTable = table(TaskLink, 'task_links', {
  taskId: uuid,
  entityType: text,
  entityId: uuid,
});
