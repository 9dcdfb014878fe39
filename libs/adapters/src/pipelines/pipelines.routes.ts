import { CreatePipeline } from '@tandem/domain/pipelines/create-pipeline';
import { DeletePipeline } from '@tandem/domain/pipelines/delete-pipeline';
import { Pipelines } from '@tandem/domain/pipelines/pipelines.port';
import { UpdatePipeline } from '@tandem/domain/pipelines/update-pipeline';
import { DELETE, GET, listOf, nothing, one, PATCH, POST } from '@tandem/platform/feature/feature';
import { get, query } from '@tandem/platform/feature/queries';
import { ById, NoInput } from '@tandem/platform/inputs/inputs';
import { pipelineView } from './pipeline.view.js';
import { CreatePipelineInput, UpdatePipelineInput } from './pipelines.inputs.js';

export const pipelineRoutes = [
  POST('/pipelines', 'pipelines:write', 'Create a pipeline with its stages', {
    input: CreatePipelineInput,
    run: CreatePipeline,
    answer: one(pipelineView),
    location: '/pipelines/{id}',
    example: {
      name: 'Sales',
      stages: [
        { name: 'Talking', default_confidence: 30 },
        { name: 'Won', stage_type: 'won' },
        { name: 'Lost', stage_type: 'lost' },
      ],
    },
  }),
  GET('/pipelines', 'pipelines:read', 'List all pipelines with their stages, by display order', {
    input: NoInput,
    run: query('ListPipelines', [Pipelines], (_: NoInput, pipelines) => pipelines.list()),
    answer: listOf(pipelineView),
  }),
  GET('/pipelines/:id', 'pipelines:read', 'Get a pipeline with its stages', {
    input: ById,
    run: get(Pipelines),
    answer: one(pipelineView),
  }),
  PATCH('/pipelines/:id', 'pipelines:write', 'Change a pipeline, or make it the default', {
    input: UpdatePipelineInput,
    run: UpdatePipeline,
    answer: one(pipelineView),
    problems: ['409 default_required'],
    example: { is_default: true },
  }),
  DELETE(
    '/pipelines/:id',
    'pipelines:write',
    'Delete a pipeline; in place of the default the oldest of the others becomes it',
    { input: ById, run: DeletePipeline, answer: nothing },
  ),
];
