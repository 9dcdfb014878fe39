import { TaskComment } from '@tandem/domain/tasks/comments/task-comment';
import { TaskLink } from '@tandem/domain/tasks/links/task-link';
import { Task } from '@tandem/domain/tasks/task';
import { priorities } from '@tandem/domain/tasks/task-fields';
import { fields } from '@tandem/platform/store/table';
import { createdAt, deletedAt, hidden, id, metadata, shown, tenantId, updatedAt } from '@tandem/platform/view/fields';
import { date, instant, int32, nullable, oneOf, text, uuid } from '@tandem/platform/view/kinds';

export const taskFields = fields(Task, 'tasks', {
  id,
  tenantId,
  title: shown(text, 'What is to be done.', 'Write the launch post'),
  description: shown(nullable(text), 'More about it, as Markdown; null for none.', 'For the launch in December.'),
  identifier: shown(
    nullable(text),
    "KEY-n: the project's identifier and a number that is never given again; null without a project. " +
      'Former ones go on resolving.',
    'LAUN-12',
  ),
  priority: shown(oneOf(priorities), 'How much it presses; none is the default.', 'high'),
  position: shown(
    int32,
    'Order among its siblings, for clients: lower first, with gaps of 1,024 to put others between.',
    1024,
  ),
  metadata,
  assigneeId: shown(nullable(uuid), 'The member who is to do it; null for nobody.'),
  creatorId: shown(nullable(uuid), 'The member who made it; null when an agent or Tandem did.'),
  parentId: shown(nullable(uuid), 'The task this one is a part of, at most ten deep; null at the top.'),
  projectId: shown(
    nullable(uuid),
    'The project it is in; null for none. Another one is given by `POST /tasks/{id}/move`.',
  ),
  sectionId: shown(nullable(uuid), 'The section of the project it stands in; null for none.'),
  statusId: shown(
    // Clients must expect null, though every task has a status.
    { ...nullable(uuid), stored: uuid.stored },
    'Its status. Setting one of the category completed or canceled completes or cancels the task, ' +
      'an open one reopens it.',
  ),
  statusCategory: hidden(text),
  dueAt: shown(nullable(instant), 'When it is due, to the instant; null for none. Excludes due_date.'),
  dueDate: shown(
    nullable(date),
    'The day it is due, all day long and in no zone; null for none. Excludes due_at.',
    '2026-12-24',
  ),
  deadline: shown(
    nullable(date),
    'The day after which doing it has no use any more; null for none. Nothing happens by itself.',
  ),
  startDate: shown(nullable(date), 'The day to begin; null for none.'),
  snoozedUntil: shown(
    nullable(instant),
    'Until then it is hidden from default lists; null while it is not. Nothing that is due moves.',
  ),
  nextOccurrence: shown(
    nullable(instant),
    'When the task that follows this one would be due, if it is open and recurring; null otherwise.',
  ),
  rrule: shown(nullable(text), 'The rule it recurs by (RFC 5545): see [recurrence](/docs/recurrence). Null for none.'),
  seriesStart: hidden(nullable(text)),
  seriesBefore: hidden(int32),
  recursFrom: shown(nullable(uuid), 'The task of the series that came before this one; null for none.'),
  successorId: shown(
    nullable(uuid),
    'The task of the series that follows this one, made when this one was completed; null for none.',
  ),
  estimationMinutes: shown(nullable(int32), 'How long it should take, in minutes; null for unknown.', 90),
  timeSpentMinutes: shown(nullable(int32), 'How long it took so far, in minutes; null for unknown.'),
  completedAt: shown(
    nullable(instant),
    'When it was completed; null unless it is. Never set together with canceled_at.',
  ),
  canceledAt: shown(nullable(instant), 'When it was canceled; null unless it is.'),
  canceledWith: hidden(nullable(uuid)),
  deletedAt: shown(nullable(instant), 'When it was deleted; null while it lives. It can be restored for 30 days.'),
  createdAt,
  updatedAt,
});
export const taskView = taskFields.view;

export const taskCommentFields = fields(TaskComment, 'task_comments', {
  id,
  taskId: shown(uuid, 'The task it belongs to.'),
  tenantId,
  authorId: shown(nullable(uuid), 'The member who wrote it; null when an agent or Tandem did.'),
  parentCommentId: shown(
    nullable(uuid),
    'The comment that this one answers; null for the first of a thread. Answers have no answers.',
  ),
  body: shown(text, 'Markdown, 1 to 10,000 characters.', 'Looks good to me.'),
  metadata,
  createdAt,
  updatedAt,
  deletedAt,
});
export const taskCommentView = taskCommentFields.view;

export const taskLinkFields = fields(TaskLink, 'task_links', {
  id,
  taskId: shown(uuid, 'The task it belongs to.'),
  tenantId,
  entityId: shown(uuid, 'The record the task is linked to.', '019ab1c2-5d0e-7c11-8a3c-2f1b7e90d4aa'),
  entityType: shown(text, 'What the entity_id names: event is an id from outside, which is not looked up.', 'note'),
  createdAt,
});
export const taskLinkView = taskLinkFields.view;
