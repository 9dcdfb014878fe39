import { ProjectTasks } from '@tandem/domain/projects/project-tasks.port';
import { RollOccurrences } from '@tandem/domain/tasks/roll-occurrences';
import { TaskComments } from '@tandem/domain/tasks/comments/task-comments.port';
import { TaskLinks } from '@tandem/domain/tasks/links/task-links.port';
import { Tasks } from '@tandem/domain/tasks/tasks.port';
import { Labels } from '@tandem/domain/tasks/labels/labels.port';
import { WakeSnoozedTasks } from '@tandem/domain/tasks/wake-snoozed-tasks';
import { TenantTasks } from '@tandem/domain/tenants/tenant-tasks.port';
import { bind, every, type Feature, publishes } from '@tandem/platform/feature/feature';
import { list } from '@tandem/platform/feature/queries';
import { CreateTasks1764000005000 } from './migrations/1764000005000-create-tasks.js';
import { CreateTaskParts1764000005500 } from './migrations/1764000005500-create-task-parts.js';
import { IndexOpenTasks1795971000001 } from './migrations/1795971000001-index-open-tasks.js';
import { SortTasks1795965252191 } from './migrations/1795965252191-sort-tasks.js';
import { CreateLabels1795971000000 } from './migrations/1795971000000-create-labels.js';
import { labelFields, labelView } from './labels/label.fields.js';
import { labelRoutes } from './labels/labels.routes.js';
import { SqlLabels } from './labels/sql-labels.js';
import { SqlProjectTasks } from './sql-project-tasks.js';
import { SqlTaskComments } from './sql-task-comments.js';
import { SqlTaskLinks } from './sql-task-links.js';
import { SqlTenantTasks } from './sql-tenant-tasks.js';
import { SqlTasks } from './sql-tasks.js';
import { taskPartRoutes } from './task-parts.routes.js';
import { taskStateRoutes } from './task-states.routes.js';
import {
  taskCommentFields,
  taskCommentView,
  taskFields,
  taskLinkFields,
  taskLinkView,
  taskView,
} from './task.fields.js';
import { labelSearchable, taskSearchable } from './task.searchable.js';
import { taskRoutes } from './tasks.routes.js';
import { tasksProblems } from './tasks.problems.js';

const actions = ['created', 'updated', 'completed', 'reopened', 'canceled', 'snoozed', 'unsnoozed', 'deleted'];

const synonyms = {
  abandon: 'cancel',
  assign: 'assignee',
  attach: 'link',
  close: 'complete',
  connect: 'link',
  deadline: 'due',
  defer: 'snooze',
  delegate: 'assignee',
  done: 'complete',
  finish: 'complete',
  issue: 'task',
  later: 'snooze',
  mention: 'comment',
  postpone: 'snooze',
  remind: 'snooze due',
  reminder: 'snooze due',
  tag: 'label',
  stop: 'cancel',
  ticket: 'task',
  todo: 'task',
  undo: 'reopen restore',
};

export const tasks: Feature = {
  name: 'tasks',
  summary: 'Pieces of work with consistent states',
  domains: { tasks: 'work' },
  toolVocabulary: { beyond: 'deleting, canceling, moving, snoozing, linking or labeling tasks', synonyms },
  linkable: { task: { domain: 'tasks', path: '/tasks/{id}' } },
  tables: [taskFields.table, taskCommentFields.table, taskLinkFields.table, labelFields.table],
  migrations: [
    CreateTasks1764000005000,
    CreateTaskParts1764000005500,
    SortTasks1795965252191,
    CreateLabels1795971000000,
    IndexOpenTasks1795971000001,
  ],
  entities: { task: Tasks, label: Labels },
  searchable: [taskSearchable, labelSearchable],
  adapters: [
    bind(Tasks, SqlTasks),
    bind(ProjectTasks, SqlProjectTasks),
    bind(TenantTasks, SqlTenantTasks),
    bind(TaskComments, SqlTaskComments),
    bind(TaskLinks, SqlTaskLinks),
    bind(Labels, SqlLabels),
  ],
  routes: [...taskRoutes, ...taskStateRoutes, ...taskPartRoutes, ...labelRoutes],
  exports: [
    { view: taskCommentView, run: list(TaskComments, 'ListAllComments') },
    { view: taskLinkView, run: list(TaskLinks, 'ListAllLinks') },
  ],
  problems: tasksProblems,
  jobs: [every(10, WakeSnoozedTasks), every(60, RollOccurrences)],
  publishes: [
    ...publishes('task', actions, taskView),
    ...publishes('task.comment', ['created', 'updated', 'deleted'], taskCommentView),
    ...publishes('label', ['created', 'updated', 'deleted'], labelView),
    ...publishes('task.link', ['created', 'deleted'], taskLinkView),
  ],
};
