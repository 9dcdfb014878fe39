import { AgentRuns } from '@tandem/domain/agents/runs/agent-runs.port';
import { Blueprints } from '@tandem/domain/agents/blueprints.service';
import { CancelRun } from '@tandem/domain/agents/runs/cancel-run';
import { RunContents } from '@tandem/domain/agents/runs/run-contents.port';
import { RunSteps } from '@tandem/domain/agents/journal/run-steps.port';
import { StartRun } from '@tandem/domain/agents/runs/start-run';
import { GET, one, pageOf, POST } from '@tandem/platform/feature/feature';
import { list, query } from '@tandem/platform/feature/queries';
import { NoInput } from '@tandem/platform/inputs/inputs';
import { agentRunView } from './runs/agent-run.fields.js';
import { runStepView } from './journal/run-step.fields.js';
import {
  BlueprintBySlug,
  ListAllRunsInput,
  ListRunsInput,
  ListRunStepsInput,
  RunById,
  RunByKindAndId,
  StartRunInput,
} from './agents.inputs.js';
import { runExamples } from './blueprints/run-examples.js';
import { blueprintView } from './blueprints/blueprint.fields.js';

export const agentRoutes = [
  GET('/agents', 'agents:read', 'List the blueprints that runs are started from', {
    tool: 'front',
    input: NoInput,
    run: query('ListBlueprints', [Blueprints], (_: NoInput, blueprints) => blueprints.listed()),
    response: pageOf(blueprintView),
  }),
  GET('/agents/:blueprint', 'agents:read', 'Get a blueprint', {
    input: BlueprintBySlug,
    run: query('GetBlueprint', [Blueprints], async ({ blueprint }: BlueprintBySlug, blueprints) => {
      const [found] = await blueprints.listed(blueprint);
      return found!;
    }),
    response: one(blueprintView),
  }),
  POST('/agents/:blueprint/runs', 'agents:write', 'Start a run of a blueprint', {
    tool: 'front',
    input: StartRunInput,
    run: StartRun,
    response: one(agentRunView),
    location: '/agents/{agent_blueprint}/runs/{id}',
    problems: ['403 test_key', '422 blueprint_unavailable'],
    example: { input: { message: 'hello', delay_ms: 1000 } },
    examples: runExamples,
    exampleResponse: { status: 'queued', attempt: 0, output: null, started_at: null, finished_at: null },
  }),
  GET('/agents/:blueprint/runs', 'agents:read', 'List the runs of a blueprint, newest first', {
    tool: 'front',
    description:
      '`next_cursor` is the RFC 3339 instant of the last run, to the microsecond; any other instant is accepted too.',
    input: ListRunsInput,
    run: query(
      'ListRuns',
      [Blueprints, AgentRuns],
      async ({ blueprint, ...request }: ListRunsInput, blueprints, runs) =>
        runs.pageOf(blueprints.get(blueprint).slug, request),
    ),
    response: pageOf(agentRunView),
  }),
  GET('/agents/:blueprint/runs/:id', 'agents:read', 'Get a run', {
    tool: 'front',
    input: RunById,
    run: query('GetRun', [AgentRuns], ({ blueprint, id }: RunById, runs) => runs.readOf(blueprint, id)),
    response: one(agentRunView),
  }),
  GET('/agents/:blueprint/runs/:id/steps', 'agents:read', 'List the steps of a run, newest first', {
    input: ListRunStepsInput,
    description: 'Requires access to the content of the run; the error names any missing scopes.',
    run: query(
      'ListRunSteps',
      [AgentRuns, RunContents, RunSteps],
      async ({ blueprint, id, ...page }: ListRunStepsInput, runs, contents, steps) => {
        await runs.readOf(blueprint, id);
        await contents.mustShow(id);
        return steps.pageOf(id, page);
      },
    ),
    response: pageOf(runStepView),
  }),
  POST('/agents/:kind/runs/:id/cancel', 'agents:write', 'Cancel a run that is queued or running', {
    input: RunByKindAndId,
    run: CancelRun,
    response: one(agentRunView),
    problems: ['409 run_already_terminal'],
    exampleResponse: { status: 'cancelled', output: null },
  }),
  GET('/agent-runs', 'agents:read', 'List the runs of all blueprints, newest first', {
    input: ListAllRunsInput,
    run: list(AgentRuns, 'ListAllRuns'),
    response: pageOf(agentRunView),
  }),
];
