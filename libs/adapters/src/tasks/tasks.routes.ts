import { CancelTask } from '@tandem/domain/tasks/cancel-task';
import { CompleteTask } from '@tandem/domain/tasks/complete-task';
import { CreateTask } from '@tandem/domain/tasks/create-task';
import { DeleteTask } from '@tandem/domain/tasks/delete-task';
import { MoveTask } from '@tandem/domain/tasks/move-task';
import { ReopenTask } from '@tandem/domain/tasks/reopen-task';
import { RestoreTask } from '@tandem/domain/tasks/restore-task';
import { SkipTask } from '@tandem/domain/tasks/skip-task';
import { SnoozeTask } from '@tandem/domain/tasks/snooze-task';
import { Tasks } from '@tandem/domain/tasks/tasks.port';
import { UnsnoozeTask } from '@tandem/domain/tasks/unsnooze-task';
import { UpdateTask } from '@tandem/domain/tasks/update-task';
import { DELETE, GET, nothing, one, pageOf, PATCH, POST } from '@tandem/platform/feature/feature';
import { get, list, query } from '@tandem/platform/feature/queries';
import { ById } from '@tandem/platform/inputs/inputs';
import { taskView } from './task.view.js';
import {
  ByIdentifierInput,
  CompleteTaskInput,
  CreateTaskInput,
  ListTasksInput,
  MoveTaskInput,
  SnoozeTaskInput,
  UpdateTaskInput,
} from './tasks.inputs.js';

export const taskRoutes = [
  POST('/tasks', 'tasks:write', 'Create a task', {
    tool: 'front',
    input: CreateTaskInput,
    run: CreateTask,
    answer: one(taskView),
    location: '/tasks/{id}',
    problems: ['409 project_archived'],
    example: { title: 'Write the launch post', priority: 'high', due_date: '2026-12-24' },
  }),
  GET('/tasks', 'tasks:read', 'List tasks', {
    tool: 'front',
    input: ListTasksInput,
    run: list(Tasks),
    answer: pageOf(taskView),
  }),
  GET('/tasks/by-identifier/:identifier', 'tasks:read', 'Get a task by its identifier, present or former', {
    tool: 'front',
    input: ByIdentifierInput,
    run: query('GetTaskByIdentifier', [Tasks], ({ identifier }: ByIdentifierInput, tasks) =>
      tasks.readByIdentifier(identifier),
    ),
    answer: one(taskView),
  }),
  GET('/tasks/:id', 'tasks:read', 'Get a task', {
    tool: 'front',
    input: ById,
    run: get(Tasks),
    answer: one(taskView),
  }),
  PATCH('/tasks/:id', 'tasks:write', 'Change a task', {
    tool: 'front',
    input: UpdateTaskInput,
    run: UpdateTask,
    answer: one(taskView),
    problems: ['409 project_archived', '409 task_canceled', '409 task_completed'],
    example: { priority: 'urgent', assignee_id: null },
  }),
  DELETE('/tasks/:id', 'tasks:write', 'Delete a task; it can be restored for 30 days', {
    input: ById,
    run: DeleteTask,
    answer: nothing,
    problems: ['409 project_archived'],
  }),
  POST('/tasks/:id/restore', 'tasks:write', 'Take back the deletion of a task', {
    input: ById,
    run: RestoreTask,
    answer: one(taskView),
    problems: ['409 project_archived', '409 project_deleted', '409 series_continues_elsewhere', '409 no_longer_fits'],
  }),
  POST('/tasks/:id/complete', 'tasks:write', 'Complete a task; of a recurring one the next is made', {
    tool: 'front',
    input: CompleteTaskInput,
    run: CompleteTask,
    answer: one(taskView),
    problems: ['409 task_canceled', '409 project_archived'],
    example: { cascade: true },
    exampleAnswer: { completed_at: '2026-11-21T10:05:12.480Z' },
  }),
  POST('/tasks/:id/cancel', 'tasks:write', 'Cancel a task and its open subtasks', {
    input: ById,
    run: CancelTask,
    answer: one(taskView),
    problems: ['409 task_completed', '409 project_archived'],
    exampleAnswer: { canceled_at: '2026-11-21T10:05:12.480Z' },
  }),
  POST('/tasks/:id/reopen', 'tasks:write', 'Reopen a completed or canceled task', {
    input: ById,
    run: ReopenTask,
    answer: one(taskView),
    problems: ['409 project_archived'],
  }),
  POST('/tasks/:id/snooze', 'tasks:write', 'Hide a task from default lists until an instant', {
    input: SnoozeTaskInput,
    run: SnoozeTask,
    answer: one(taskView),
    problems: ['409 task_completed', '409 task_canceled', '409 project_archived'],
    example: { until: '2027-01-04T08:00:00Z' },
    exampleAnswer: { snoozed_until: '2027-01-04T08:00:00.000Z' },
  }),
  POST('/tasks/:id/unsnooze', 'tasks:write', 'Wake a snoozed task', {
    input: ById,
    run: UnsnoozeTask,
    answer: one(taskView),
    problems: ['409 project_archived'],
  }),
  POST('/tasks/:id/skip', 'tasks:write', 'Let a recurring task go to its next occurrence without completing it', {
    input: ById,
    run: SkipTask,
    answer: one(taskView),
    problems: [
      '409 task_not_recurring',
      '409 series_ended',
      '409 task_completed',
      '409 task_canceled',
      '409 project_archived',
    ],
    exampleAnswer: {
      rrule: 'FREQ=WEEKLY;BYDAY=TH',
      due_date: '2026-12-31',
      next_occurrence: '2027-01-07T00:00:00.000Z',
    },
  }),
  POST('/tasks/:id/move', 'tasks:write', 'Move a task to another project; its former identifier goes on resolving', {
    description:
      'The subtasks in the same project go along, each with a number of its own there. With `with_subtasks` false they stay and ' +
      'lose their parent.',
    input: MoveTaskInput,
    run: MoveTask,
    answer: one(taskView),
    problems: ['409 project_archived'],
    exampleAnswer: { identifier: 'WEB-13' },
  }),
];
