import { Tasks } from '@tandem/domain/tasks/tasks.port';
import { bind, type Feature } from '@tandem/platform/feature';
import { publishes } from '@tandem/platform/publishes';
import { CreateTasks1764000005000 } from './migrations/1764000005000-create-tasks.js';
import { SqlTasks } from './sql-tasks.js';
import { taskTable } from './task.table.js';
import { taskView } from './task.view.js';
import { taskRoutes } from './tasks.routes.js';

const verbs = ['created', 'updated', 'completed', 'reopened', 'canceled', 'snoozed', 'unsnoozed', 'deleted'];

export const tasks: Feature = {
  name: 'tasks',
  summary: 'Pieces of work, with states that always agree',
  tables: [taskTable],
  migrations: [CreateTasks1764000005000],
  adapters: [bind(Tasks, SqlTasks)],
  routes: taskRoutes,
  publishes: publishes('task', verbs, taskView),
};
