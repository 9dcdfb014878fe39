import { CancelTask } from '@tandem/domain/tasks/cancel-task';
import { CompleteTask } from '@tandem/domain/tasks/complete-task';
import { ReopenTask } from '@tandem/domain/tasks/reopen-task';
import { SkipTask } from '@tandem/domain/tasks/skip-task';
import { SnoozeTask } from '@tandem/domain/tasks/snooze-task';
import { UnsnoozeTask } from '@tandem/domain/tasks/unsnooze-task';
import { one, POST } from '@tandem/platform/feature/feature';
import { TaskById } from './task-id.inputs.js';
import { taskView } from './task.fields.js';
import { CompleteTaskInput, SnoozeTaskInput } from './tasks.inputs.js';

export const taskStateRoutes = [
  POST('/tasks/:id/complete', 'tasks:write', 'Complete a task; if it recurs, the next one is created', {
    tool: 'front',
    input: CompleteTaskInput,
    run: CompleteTask,
    response: one(taskView),
    problems: ['409 task_canceled', '409 project_archived'],
    example: { cascade: true },
    exampleResponse: { status_category: 'completed', state: 'completed', completed_at: '2026-11-21T10:05:12.480Z' },
  }),
  POST('/tasks/:id/cancel', 'tasks:write', 'Cancel a task and its open subtasks', {
    input: TaskById,
    run: CancelTask,
    response: one(taskView),
    problems: ['409 task_completed', '409 project_archived'],
    exampleResponse: { status_category: 'canceled', state: 'canceled', canceled_at: '2026-11-21T10:05:12.480Z' },
  }),
  POST('/tasks/:id/reopen', 'tasks:write', 'Reopen a completed or canceled task', {
    tool: 'front',
    input: TaskById,
    run: ReopenTask,
    response: one(taskView),
    problems: ['409 project_archived'],
  }),
  POST('/tasks/:id/snooze', 'tasks:write', 'Hide a task from default lists until an instant', {
    input: SnoozeTaskInput,
    run: SnoozeTask,
    response: one(taskView),
    problems: ['409 task_completed', '409 task_canceled', '409 project_archived'],
    example: { until: '2027-01-04T08:00:00Z' },
    exampleResponse: { snoozed_until: '2027-01-04T08:00:00.000Z' },
  }),
  POST('/tasks/:id/unsnooze', 'tasks:write', 'Wake a snoozed task', {
    input: TaskById,
    run: UnsnoozeTask,
    response: one(taskView),
    problems: ['409 project_archived'],
  }),
  POST('/tasks/:id/skip', 'tasks:write', 'Advance a recurring task to its next occurrence without completing it', {
    input: TaskById,
    run: SkipTask,
    response: one(taskView),
    problems: [
      '409 task_not_recurring',
      '409 series_ended',
      '409 task_completed',
      '409 task_canceled',
      '409 project_archived',
    ],
    exampleResponse: {
      rrule: 'FREQ=WEEKLY;BYDAY=TH',
      due_date: '2026-12-31',
      next_occurrence: '2027-01-07T00:00:00.000Z',
    },
  }),
];
