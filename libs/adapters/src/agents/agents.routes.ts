import { AgentRuns } from '@tandem/domain/agents/runs/agent-runs.port';
import { Blueprints } from '@tandem/domain/agents/blueprints/blueprints.port';
import { CancelRun } from '@tandem/domain/agents/runs/cancel-run';
import { ListRunSteps } from '@tandem/domain/agents/runs/list-run-steps';
import { ListRuns } from '@tandem/domain/agents/runs/list-runs';
import { StartRun } from '@tandem/domain/agents/runs/start-run';
import { one, pageOf } from '@tandem/platform/feature/answers';
import { route } from '@tandem/platform/feature/feature';
import { query } from '@tandem/platform/feature/queries';
import { NoInput } from '@tandem/platform/inputs/list-inputs';
import { agentRunView } from './runs/agent-run.view.js';
import {
  ByBlueprintInput,
  ListRunsInput,
  ListRunStepsInput,
  RunOfBlueprintInput,
  RunOfKindInput,
  StartRunInput,
} from './agents.inputs.js';
import { blueprintView } from './blueprints/blueprint.view.js';
import { runStepView } from './runs/run-step.view.js';

export const agentRoutes = [
  route({
    method: 'get',
    path: '/agents',
    access: 'agents:read',
    summary: 'List the blueprints agents are started from',
    input: NoInput,
    run: query('ListBlueprints', [Blueprints], async (_: NoInput, blueprints) => blueprints.page()),
    answer: pageOf(blueprintView),
  }),
  route({
    method: 'get',
    path: '/agents/:blueprint',
    access: 'agents:read',
    summary: 'Get a blueprint',
    input: ByBlueprintInput,
    run: query('GetBlueprint', [Blueprints], async ({ blueprint }: ByBlueprintInput, blueprints) =>
      blueprints.get(blueprint),
    ),
    answer: one(blueprintView),
  }),
  route({
    method: 'post',
    path: '/agents/:blueprint/runs',
    access: 'agents:write',
    summary: 'Start a run of a blueprint',
    input: StartRunInput,
    run: StartRun,
    answer: one(agentRunView),
    status: 201,
    location: '/agents/{agent_blueprint}/runs/{id}',
    problems: ['403 test_key'],
    example: { input: { message: 'hello', delay_ms: 1000 } },
    exampleAnswer: { status: 'queued', attempt: 0, output: null, started_at: null, finished_at: null },
  }),
  route({
    method: 'get',
    path: '/agents/:blueprint/runs',
    access: 'agents:read',
    summary: 'List the runs of a blueprint, newest first',
    description:
      '`next_cursor` is the RFC 3339 instant of the last run, to the microsecond; any other instant will do too.',
    input: ListRunsInput,
    run: ListRuns,
    answer: pageOf(agentRunView),
  }),
  route({
    method: 'get',
    path: '/agents/:blueprint/runs/:id',
    access: 'agents:read',
    summary: 'Get a run',
    input: RunOfBlueprintInput,
    run: query('GetRun', [AgentRuns], ({ blueprint, id }: RunOfBlueprintInput, runs) => runs.readOf(blueprint, id)),
    answer: one(agentRunView),
  }),
  route({
    method: 'get',
    path: '/agents/:blueprint/runs/:id/steps',
    access: 'agents:read',
    summary: 'List what a run has done, newest first',
    input: ListRunStepsInput,
    run: ListRunSteps,
    answer: pageOf(runStepView),
  }),
  route({
    method: 'post',
    path: '/agents/:kind/runs/:id/cancel',
    access: 'agents:write',
    summary: 'Cancel a run that is queued or running',
    input: RunOfKindInput,
    run: CancelRun,
    answer: one(agentRunView),
    problems: ['409 run_already_terminal'],
    exampleAnswer: { status: 'cancelled', output: null },
  }),
];
