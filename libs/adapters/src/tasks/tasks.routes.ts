import { CreateTask } from '@tandem/domain/tasks/create-task';
import { DeleteTask } from '@tandem/domain/tasks/delete-task';
import { ListTasks } from '@tandem/domain/tasks/list-tasks';
import { MoveTask } from '@tandem/domain/tasks/move-task';
import { RestoreTask } from '@tandem/domain/tasks/restore-task';
import { Tasks } from '@tandem/domain/tasks/tasks.port';
import { UpdateTask } from '@tandem/domain/tasks/update-task';
import { DELETE, GET, nothing, one, pageOf, PATCH, POST } from '@tandem/platform/feature/feature';
import { get, query } from '@tandem/platform/feature/queries';
import { TaskById } from './task-id.inputs.js';
import { ListTasksInput } from './task-list.inputs.js';
import { taskView } from './task.fields.js';
import { CreateTaskInput, MoveTaskInput, TaskByIdentifier, UpdateTaskInput } from './tasks.inputs.js';

export const taskRoutes = [
  POST('/tasks', 'tasks:write', 'Create a task', {
    tool: 'front',
    input: CreateTaskInput,
    run: CreateTask,
    response: one(taskView),
    location: '/tasks/{id}',
    problems: ['409 project_archived'],
    example: { title: 'Write the launch post', priority: 'high', due_date: '2026-12-24' },
  }),
  GET('/tasks', 'tasks:read', 'List tasks', {
    tool: 'front',
    input: ListTasksInput,
    run: ListTasks,
    response: pageOf(taskView),
  }),
  GET('/tasks/by-identifier/:identifier', 'tasks:read', 'Get a task by its current or a former identifier', {
    input: TaskByIdentifier,
    run: query('GetTaskByIdentifier', [Tasks], ({ identifier }: TaskByIdentifier, tasks) =>
      tasks.readByIdentifier(identifier),
    ),
    response: one(taskView),
  }),
  GET('/tasks/:id', 'tasks:read', 'Get a task', {
    tool: 'front',
    input: TaskById,
    run: get(Tasks),
    response: one(taskView),
  }),
  PATCH('/tasks/:id', 'tasks:write', 'Update a task', {
    description: 'To change the project, use `POST /tasks/{id}/move`.',
    tool: 'front',
    input: UpdateTaskInput,
    run: UpdateTask,
    response: one(taskView),
    problems: ['409 project_archived', '409 task_canceled', '409 task_completed'],
    example: { priority: 'urgent', assignee_id: null },
  }),
  DELETE('/tasks/:id', 'tasks:write', 'Delete a task; it can be restored for 30 days', {
    input: TaskById,
    run: DeleteTask,
    response: nothing,
    problems: ['409 project_archived'],
  }),
  POST('/tasks/:id/restore', 'tasks:write', 'Restore a deleted task', {
    input: TaskById,
    run: RestoreTask,
    response: one(taskView),
    problems: ['409 project_archived', '409 project_deleted', '409 series_continues_elsewhere', '409 no_longer_fits'],
  }),
  POST('/tasks/:id/move', 'tasks:write', 'Move a task to another project; its former identifier still resolves', {
    description:
      'Subtasks in the same project move along, each with a new number. ' +
      'If `with_subtasks` is false, they stay and lose their parent.',
    input: MoveTaskInput,
    run: MoveTask,
    response: one(taskView),
    problems: ['409 project_archived'],
    exampleResponse: { identifier: 'WEB-13' },
  }),
];
