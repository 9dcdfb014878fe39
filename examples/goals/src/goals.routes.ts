import { GET, one, pageOf, POST } from '@tandem/platform/feature/feature';
import { get, list } from '@tandem/platform/feature/queries';
import { ById, PageInput } from '@tandem/platform/inputs/inputs';
import { goalView } from './goal.fields.js';
import { CreateGoalInput } from './goals.inputs.js';
import { Goals } from './goals.port.js';
import { CreateGoal, ReachGoal } from './use-cases.js';
import './vocabulary.js';

export const goalRoutes = [
  POST('/goals', 'goals:write', 'Create a goal', {
    input: CreateGoalInput,
    run: CreateGoal,
    response: one(goalView),
    location: '/goals/{id}',
    example: { title: 'A hundred customers' },
  }),
  GET('/goals', 'goals:read', 'List goals, the newest first', {
    input: PageInput,
    run: list(Goals),
    response: pageOf(goalView),
  }),
  GET('/goals/:id', 'goals:read', 'Get a goal', { input: ById, run: get(Goals), response: one(goalView) }),
  POST('/goals/:id/reach', 'goals:write', 'Mark a goal as reached', {
    input: ById,
    run: ReachGoal,
    response: one(goalView),
    problems: ['409 goal_reached'],
  }),
];
