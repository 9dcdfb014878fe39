import { CreateTaskComment } from '@tandem/domain/tasks/comments/create-task-comment';
import { DeleteTaskComment } from '@tandem/domain/tasks/comments/delete-task-comment';
import { TaskComments } from '@tandem/domain/tasks/comments/task-comments.port';
import { UpdateTaskComment } from '@tandem/domain/tasks/comments/update-task-comment';
import { CreateTaskLink } from '@tandem/domain/tasks/links/create-task-link';
import { DeleteTaskLink } from '@tandem/domain/tasks/links/delete-task-link';
import { ListLinkedTasks } from '@tandem/domain/tasks/links/list-linked-tasks';
import { TaskLinking } from '@tandem/domain/tasks/links/task-linking.service';
import { Tasks } from '@tandem/domain/tasks/tasks.port';
import { DELETE, GET, listOf, nothing, one, pageOf, POST, PUT } from '@tandem/platform/feature/feature';
import { getWithin, listWithin } from '@tandem/platform/feature/queries';
import { PageWithinTask } from './task-id.inputs.js';
import {
  CreateTaskCommentInput,
  CreateTaskLinkInput,
  LinkedTasksInput,
  TaskCommentById,
  TaskLinkById,
  UpdateTaskCommentInput,
} from './task-parts.inputs.js';
import { linkedTaskView, taskCommentView, taskLinkView } from './task.fields.js';

export const taskPartRoutes = [
  POST('/tasks/:id/comments', 'tasks:write', 'Comment on a task, or reply to a comment', {
    tool: 'front',
    input: CreateTaskCommentInput,
    run: CreateTaskComment,
    response: one(taskCommentView),
    location: '/tasks/{task_id}/comments/{id}',
    problems: ['409 project_archived'],
    example: { body: 'Looks good to me.' },
  }),
  GET('/tasks/:id/comments', 'tasks:read', 'List the comments of a task, newest first', {
    tool: 'front',
    input: PageWithinTask,
    run: listWithin(Tasks, TaskComments),
    response: pageOf(taskCommentView),
  }),
  GET('/tasks/:id/comments/:comment_id', 'tasks:read', 'Get a comment', {
    input: TaskCommentById,
    run: getWithin(Tasks, TaskComments, 'commentId'),
    response: one(taskCommentView),
  }),
  PUT(
    '/tasks/:id/comments/:comment_id',
    'tasks:write',
    'Replace a comment, as its author or an administrator of tasks',
    {
      input: UpdateTaskCommentInput,
      run: UpdateTaskComment,
      response: one(taskCommentView),
      problems: ['409 project_archived'],
      example: { body: 'Looks **very** good to me.' },
    },
  ),
  DELETE(
    '/tasks/:id/comments/:comment_id',
    'tasks:write',
    'Delete a comment; one with replies stays as an empty placeholder',
    { input: TaskCommentById, run: DeleteTaskComment, response: nothing, problems: ['409 project_archived'] },
  ),
  POST('/tasks/:id/links', 'tasks:write', 'Link a task to another record', {
    input: CreateTaskLinkInput,
    run: CreateTaskLink,
    response: one(taskLinkView),
    location: '/tasks/{task_id}/links/{id}',
    mayBeThere: true,
    problems: ['409 project_archived'],
    example: { entity_type: 'note', entity_id: '01a1fc55-e617-7017-8450-017e309c3b09' },
  }),
  GET('/tasks/:id/links', 'tasks:read', 'List the links of a task', {
    input: PageWithinTask,
    run: listWithin(Tasks, TaskLinking, 'ListTaskLinks'),
    response: pageOf(taskLinkView),
  }),
  GET('/tasks/:id/links/:link_id', 'tasks:read', 'Get a link', {
    input: TaskLinkById,
    run: getWithin(Tasks, TaskLinking, 'linkId', 'GetTaskLink'),
    response: one(taskLinkView),
  }),
  DELETE('/tasks/:id/links/:link_id', 'tasks:write', 'Remove a link', {
    input: TaskLinkById,
    run: DeleteTaskLink,
    response: nothing,
    problems: ['409 project_archived'],
  }),
  GET('/links/:entity_type/:entity_id', 'tasks:read', 'List the tasks that link to a record', {
    description:
      'Latest link first, up to 1,000 tasks and 4 MiB: if there are more, X-Truncated is set, and ' +
      '`GET /tasks` with linked_type and linked_id returns all. ' +
      'Empty if there is no such record; ids of events are external.',
    input: LinkedTasksInput,
    run: ListLinkedTasks,
    response: listOf(linkedTaskView),
    problems: ['422 invalid_parameter'],
  }),
];
