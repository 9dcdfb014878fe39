import type { Task } from '@tandem/domain/tasks/task';
import { priorities } from '@tandem/domain/tasks/task-fields';
import type { TaskComment } from '@tandem/domain/tasks/comments/task-comment';
import type { TaskLink } from '@tandem/domain/tasks/links/task-link';
import { date, instant, int32, json, nullable, oneOf, text, uuid } from '@tandem/platform/view/kinds';
import { view } from '@tandem/platform/view/view';
import { tasksGlossary } from './tasks.glossary.js';

export const taskView = view<Task>(tasksGlossary)('Task', {
  id: uuid,
  tenant_id: uuid,
  title: text,
  description: nullable(text),
  identifier: nullable(text),
  priority: oneOf(priorities),
  position: int32,
  metadata: json,
  assignee_id: nullable(uuid),
  creator_id: nullable(uuid),
  parent_id: nullable(uuid),
  project_id: nullable(uuid),
  section_id: nullable(uuid),
  status_id: nullable(uuid),
  due_at: nullable(instant),
  due_date: nullable(date),
  deadline: nullable(date),
  start_date: nullable(date),
  snoozed_until: nullable(instant),
  next_occurrence: nullable(instant),
  rrule: nullable(text),
  recurs_from: nullable(uuid),
  successor_id: nullable(uuid),
  estimation_minutes: nullable(int32),
  time_spent_minutes: nullable(int32),
  completed_at: nullable(instant),
  canceled_at: nullable(instant),
  deleted_at: nullable(instant),
  created_at: instant,
  updated_at: instant,
});

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

export const taskLinkView = view<TaskLink>(tasksGlossary)('TaskLink', {
  id: uuid,
  task_id: uuid,
  tenant_id: uuid,
  entity_id: uuid,
  entity_type: text,
  created_at: instant,
});
