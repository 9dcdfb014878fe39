import { KeyProvider } from '@tandem/adapters/integration-keys/key-provider';
import { bind, type Feature, on, publishes } from '@tandem/platform/feature/feature';
import { problemCodes } from '@tandem/platform/feature/problem-codes';
import { goalFields, goalView } from './goal.fields.js';
import { GoalReport } from './goal-report.blueprint.js';
import { Goals } from './goals.port.js';
import { goalRoutes } from './goals.routes.js';
import { CreateGoals1900000000100 } from './migrations/1900000000100-create-goals.js';
import { MonthlyGoal } from './monthly-goal.blueprint.js';
import { SqlGoals } from './sql-goals.js';
import { CelebrateGoal } from './use-cases.js';
import './vocabulary.js';

const goalTracker = new KeyProvider('goal-tracker', {
  title: 'Goal Tracker',
  baseUrl: null,
  check: 'GET /me',
  headers: { authorization: 'Bearer {key}' },
});

export const goals: Feature = {
  name: 'goals',
  summary: 'Goals, from creation to celebration',
  tables: [goalFields.table],
  migrations: [CreateGoals1900000000100],
  domains: { goals: 'work' },
  entities: { goal: Goals },
  linkable: { goal: { domain: 'goals', path: '/goals/{id}' } },
  searchable: [{ type: 'goal', domain: 'goals', path: '/goals/{id}', view: goalView, title: 't.title' }],
  adapters: [bind(Goals, SqlGoals)],
  routes: goalRoutes,
  problems: problemCodes(`
goal_reached | 409 | Goal reached | The goal has been reached already. | Create a new goal.
`),
  jobs: [on(['goal.reached'], CelebrateGoal)],
  publishes: publishes('goal', ['created', 'updated', 'reached', 'celebrated'], goalView),
  provides: [GoalReport, MonthlyGoal, goalTracker],
};
