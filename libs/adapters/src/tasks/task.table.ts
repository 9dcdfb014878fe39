import { Task } from '@tandem/domain/tasks/task';
import { TaskComment } from '@tandem/domain/tasks/comments/task-comment';
import { TaskLink } from '@tandem/domain/tasks/links/task-link';
import { date, instant, int, json, nullable, table, text, uuid } from '@tandem/platform/store/table';

export const taskTable = table(Task, 'tasks', {
  title: text,
  description: nullable(text),
  priority: text,
  position: int,
  metadata: json,
  assigneeId: nullable(uuid),
  creatorId: nullable(uuid),
  parentId: nullable(uuid),
  projectId: nullable(uuid),
  sectionId: nullable(uuid),
  statusId: uuid,
  statusCategory: text,
  identifier: nullable(text),
  dueAt: nullable(instant),
  dueDate: nullable(date),
  deadline: nullable(date),
  startDate: nullable(date),
  snoozedUntil: nullable(instant),
  nextOccurrence: nullable(instant),
  rrule: nullable(text),
  seriesStart: nullable(text),
  seriesBefore: int,
  recursFrom: nullable(uuid),
  successorId: nullable(uuid),
  estimationMinutes: nullable(int),
  timeSpentMinutes: nullable(int),
  completedAt: nullable(instant),
  canceledAt: nullable(instant),
  canceledWith: nullable(uuid),
  deletedAt: nullable(instant),
});

export const taskCommentTable = table(TaskComment, 'task_comments', {
  taskId: uuid,
  authorId: nullable(uuid),
  parentCommentId: nullable(uuid),
  body: text,
  metadata: json,
  deletedAt: nullable(instant),
});

export const taskLinkTable = table(TaskLink, 'task_links', {
  taskId: uuid,
  entityType: text,
  entityId: uuid,
});
