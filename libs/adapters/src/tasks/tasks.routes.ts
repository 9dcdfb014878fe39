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
import { nothing, one, pageOf } from '@tandem/platform/feature/answers';
import { route } from '@tandem/platform/feature/feature';
import { get, list, query } from '@tandem/platform/feature/queries';
import { ById } from '@tandem/platform/inputs/list-inputs';
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
  route({
    method: 'post',
    path: '/tasks',
    access: 'tasks:write',
    summary: 'Create a task',
    input: CreateTaskInput,
    run: CreateTask,
    answer: one(taskView),
    status: 201,
    location: '/tasks/{id}',
    problems: ['409 project_archived'],
    example: { title: 'Write the launch post', priority: 'high', due_date: '2026-12-24' },
  }),
  route({
    method: 'get',
    path: '/tasks',
    access: 'tasks:read',
    summary: 'List tasks',
    input: ListTasksInput,
    run: list(Tasks),
    answer: pageOf(taskView),
  }),
  route({
    method: 'get',
    path: '/tasks/by-identifier/:identifier',
    access: 'tasks:read',
    summary: 'Get a task by its identifier, present or former',
    input: ByIdentifierInput,
    run: query('GetTaskByIdentifier', [Tasks], ({ identifier }: ByIdentifierInput, tasks) =>
      tasks.readByIdentifier(identifier),
    ),
    answer: one(taskView),
  }),
  route({
    method: 'get',
    path: '/tasks/:id',
    access: 'tasks:read',
    summary: 'Get a task',
    input: ById,
    run: get(Tasks),
    answer: one(taskView),
  }),
  route({
    method: 'patch',
    path: '/tasks/:id',
    access: 'tasks:write',
    summary: 'Change a task',
    input: UpdateTaskInput,
    run: UpdateTask,
    answer: one(taskView),
    problems: ['409 project_archived', '409 task_canceled', '409 task_completed'],
    example: { priority: 'urgent', assignee_id: null },
  }),
  route({
    method: 'delete',
    path: '/tasks/:id',
    access: 'tasks:write',
    summary: 'Delete a task; it can be restored for 30 days',
    input: ById,
    run: DeleteTask,
    answer: nothing,
    problems: ['409 project_archived'],
  }),
  route({
    method: 'post',
    path: '/tasks/:id/restore',
    access: 'tasks:write',
    summary: 'Take back the deletion of a task',
    input: ById,
    run: RestoreTask,
    answer: one(taskView),
    problems: ['409 project_archived', '409 project_deleted', '409 series_continues_elsewhere', '409 no_longer_fits'],
  }),
  route({
    method: 'post',
    path: '/tasks/:id/complete',
    access: 'tasks:write',
    summary: 'Complete a task; of a recurring one the next is made',
    input: CompleteTaskInput,
    run: CompleteTask,
    answer: one(taskView),
    problems: ['409 task_canceled', '409 project_archived'],
    example: { cascade: true },
    exampleAnswer: { completed_at: '2026-11-21T10:05:12.480Z' },
  }),
  route({
    method: 'post',
    path: '/tasks/:id/cancel',
    access: 'tasks:write',
    summary: 'Cancel a task and its open subtasks',
    input: ById,
    run: CancelTask,
    answer: one(taskView),
    problems: ['409 task_completed', '409 project_archived'],
    exampleAnswer: { canceled_at: '2026-11-21T10:05:12.480Z' },
  }),
  route({
    method: 'post',
    path: '/tasks/:id/reopen',
    access: 'tasks:write',
    summary: 'Reopen a completed or canceled task',
    input: ById,
    run: ReopenTask,
    answer: one(taskView),
    problems: ['409 project_archived'],
  }),
  route({
    method: 'post',
    path: '/tasks/:id/snooze',
    access: 'tasks:write',
    summary: 'Hide a task from default lists until an instant',
    input: SnoozeTaskInput,
    run: SnoozeTask,
    answer: one(taskView),
    problems: ['409 task_completed', '409 task_canceled', '409 project_archived'],
    example: { until: '2027-01-04T08:00:00Z' },
    exampleAnswer: { snoozed_until: '2027-01-04T08:00:00.000Z' },
  }),
  route({
    method: 'post',
    path: '/tasks/:id/unsnooze',
    access: 'tasks:write',
    summary: 'Wake a snoozed task',
    input: ById,
    run: UnsnoozeTask,
    answer: one(taskView),
    problems: ['409 project_archived'],
  }),
  route({
    method: 'post',
    path: '/tasks/:id/skip',
    access: 'tasks:write',
    summary: 'Let a recurring task go to its next occurrence without completing it',
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
  route({
    method: 'post',
    path: '/tasks/:id/move',
    access: 'tasks:write',
    summary: 'Move a task to another project; its former identifier goes on resolving',
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
