import { TaskComment } from '@tandem/domain/tasks/comments/task-comment';
import { type LinkedTask, TaskLink } from '@tandem/domain/tasks/links/task-link';
import { Task } from '@tandem/domain/tasks/task';
import { priorities, statusCategories, taskStates } from '@tandem/domain/tasks/task-fields';
import { fields } from '@tandem/platform/store/table';
import {
  createdAt,
  deletedAt,
  derived,
  hidden,
  id,
  metadata,
  shown,
  tenantId,
  updatedAt,
} from '@tandem/platform/view/fields';
import { date, from, instant, int32, nullable, oneOf, text, uuid, uuids } from '@tandem/platform/view/kinds';
import { record, view } from '@tandem/platform/view/view';
import { state } from './task-rules.js';

export const taskFields = fields(Task, 'tasks', {
  id,
  tenantId,
  title: shown(text, 'What needs to be done.', 'Write the launch post'),
  description: shown(nullable(text), 'Details in Markdown; null for none.', 'For the launch in December.'),
  identifier: shown(
    nullable(text),
    "KEY-n: the project's identifier and a number that is never reused; null without a project. " +
      'Former identifiers still resolve.',
    'LAUN-12',
  ),
  priority: shown(oneOf(priorities), 'Priority of the task. Default: none.', 'high'),
  position: shown(int32, 'Sort order among siblings: lower first, in steps of 1,024.', 1024),
  metadata,
  assigneeId: shown(nullable(uuid), 'The member responsible for the task; null if unassigned.'),
  creatorId: shown(nullable(uuid), 'The member who created it; null if an agent or Tandem did.'),
  parentId: shown(nullable(uuid), 'The parent task; null at the top level. At most ten levels deep.'),
  projectId: shown(nullable(uuid), 'The project of the task; null for none. Change it with `POST /tasks/{id}/move`.'),
  sectionId: shown(nullable(uuid), 'The section of the project; null for none.'),
  statusId: shown(
    // Clients must expect null, though every task has a status.
    { ...nullable(uuid), stored: uuid.stored },
    'The status: setting one of the category completed or canceled completes or cancels the task; ' +
      'an open one reopens it.',
  ),
  statusCategory: shown(oneOf(statusCategories), 'Category of the status.', 'unstarted'),
  state: derived(
    from({ column: state }, oneOf(taskStates)),
    '`completed` or `canceled` if the status is of that category, else `open`.',
    'open',
  ),
  dueAt: shown(nullable(instant), 'When it is due, as an instant; null for none. Mutually exclusive with due_date.'),
  dueDate: shown(nullable(date), 'All-day due date, without a time zone; null for none.', '2026-12-24'),
  due: hidden(nullable(instant)),
  deadline: shown(nullable(date), 'Last day on which the task is worth doing; null for none.'),
  startDate: shown(nullable(date), 'The day to start; null for none.'),
  snoozedUntil: shown(
    nullable(instant),
    'Until when it is hidden from default lists; null if not snoozed. Due dates do not move.',
  ),
  nextOccurrence: shown(
    nullable(instant),
    'When the next task of the series would be due, if this one is open and recurring; null otherwise.',
  ),
  rrule: shown(nullable(text), 'Recurrence rule (RFC 5545); null for none: see [recurrence](/docs/recurrence).'),
  seriesStart: hidden(nullable(text)),
  seriesBefore: hidden(int32),
  recursFrom: shown(nullable(uuid), 'The previous task of the series; null for none.'),
  successorId: shown(
    nullable(uuid),
    'The next task of the series, created when this one was completed; null for none.',
  ),
  estimationMinutes: shown(nullable(int32), 'Estimated time in minutes; null if unknown.', 90),
  timeSpentMinutes: shown(nullable(int32), 'Time spent so far, in minutes; null if unknown.'),
  labelIds: shown(uuids, 'Its labels; an update replaces all.'),
  completedAt: shown(
    nullable(instant),
    'When it was completed; null if it is not. Never set together with canceled_at.',
  ),
  canceledAt: shown(nullable(instant), 'When it was canceled; null if it is not.'),
  canceledWith: hidden(nullable(uuid)),
  deletedAt: shown(nullable(instant), 'When it was deleted; null if it is not. It can be restored for 30 days.'),
  createdAt,
  updatedAt,
});
export const taskView = taskFields.view;

export const taskCommentFields = fields(TaskComment, 'task_comments', {
  id,
  taskId: shown(uuid, 'The task that it belongs to.'),
  tenantId,
  authorId: shown(nullable(uuid), 'The member who wrote it; null if an agent or Tandem did.'),
  parentCommentId: shown(
    nullable(uuid),
    'The comment that this one replies to; null for the first of a thread. Replies cannot have replies.',
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
  taskId: shown(uuid, 'The task that it belongs to.'),
  tenantId,
  entityId: shown(uuid, 'The linked record.', '019ab1c2-5d0e-7c11-8a3c-2f1b7e90d4aa'),
  entityType: shown(text, 'Type of the linked record; event is an external id, which is not looked up.', 'note'),
  createdAt,
});
export const taskLinkView = taskLinkFields.view;

export const linkedTaskView = view<LinkedTask>()('LinkedTask', {
  task: shown(record(taskView), 'The task.'),
  link: shown(record(taskLinkView), 'Its link to the record.'),
});
