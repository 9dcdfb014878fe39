import { one, pageOf } from '@tandem/platform/feature/answers';
import { route } from '@tandem/platform/feature/feature';
import { get, list } from '@tandem/platform/feature/queries';
import { ById, PageInput } from '@tandem/platform/inputs/list-inputs';
import { goalView } from './goal.view.js';
import { CreateGoalInput } from './goals.inputs.js';
import { Goals } from './goals.port.js';
import { CreateGoal, ReachGoal } from './verbs.js';
import './words.js';

export const goalRoutes = [
  route({
    method: 'post',
    path: '/goals',
    access: 'goals:write',
    summary: 'Create a goal',
    input: CreateGoalInput,
    run: CreateGoal,
    answer: one(goalView),
    status: 201,
    location: '/goals/{id}',
    example: { title: 'A hundred customers' },
  }),
  route({
    method: 'get',
    path: '/goals',
    access: 'goals:read',
    summary: 'List goals, the newest first',
    input: PageInput,
    run: list(Goals),
    answer: pageOf(goalView),
  }),
  route({
    method: 'get',
    path: '/goals/:id',
    access: 'goals:read',
    summary: 'Get a goal',
    input: ById,
    run: get(Goals),
    answer: one(goalView),
  }),
  route({
    method: 'post',
    path: '/goals/:id/reach',
    access: 'goals:write',
    summary: 'Say that a goal is reached',
    input: ById,
    run: ReachGoal,
    answer: one(goalView),
    problems: ['409 goal_reached'],
  }),
];
