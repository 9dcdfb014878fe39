import { AddStage } from '@tandem/domain/pipelines/add-stage';
import { CreatePipeline } from '@tandem/domain/pipelines/create-pipeline';
import { DeletePipeline } from '@tandem/domain/pipelines/delete-pipeline';
import { Pipelines, Stages } from '@tandem/domain/pipelines/pipelines.port';
import { RemoveStage } from '@tandem/domain/pipelines/remove-stage';
import { ReorderStages } from '@tandem/domain/pipelines/reorder-stages';
import { UpdatePipeline } from '@tandem/domain/pipelines/update-pipeline';
import { UpdateStage } from '@tandem/domain/pipelines/update-stage';
import { DELETE, GET, listOf, nothing, one, PATCH, POST } from '@tandem/platform/feature/feature';
import { get, getWithin, query } from '@tandem/platform/feature/queries';
import { ById, NoInput } from '@tandem/platform/inputs/inputs';
import { pipelineView, stageView } from './pipeline.fields.js';
import {
  AddStageInput,
  CreatePipelineInput,
  ReorderStagesInput,
  StageById,
  UpdatePipelineInput,
  UpdateStageInput,
} from './pipelines.inputs.js';

export const pipelineRoutes = [
  POST('/pipelines', 'pipelines:write', 'Create a pipeline with its stages', {
    input: CreatePipelineInput,
    run: CreatePipeline,
    response: one(pipelineView),
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
  GET('/pipelines', 'pipelines:read', 'List all pipelines with their stages, in display order', {
    input: NoInput,
    run: query('ListPipelines', [Pipelines], (_: NoInput, pipelines) => pipelines.list()),
    response: listOf(pipelineView),
  }),
  GET('/pipelines/:id', 'pipelines:read', 'Get a pipeline with its stages', {
    input: ById,
    run: get(Pipelines),
    response: one(pipelineView),
  }),
  PATCH('/pipelines/:id', 'pipelines:write', 'Update a pipeline, or make it the default', {
    input: UpdatePipelineInput,
    run: UpdatePipeline,
    response: one(pipelineView),
    problems: ['409 default_required'],
    example: { is_default: true },
  }),
  DELETE(
    '/pipelines/:id',
    'pipelines:write',
    'Delete a pipeline without deals; if it is the default, the oldest remaining one becomes the default',
    { input: ById, run: DeletePipeline, response: nothing, problems: ['409 pipeline_not_empty'] },
  ),
  POST('/pipelines/:id/stages', 'pipelines:write', 'Add a stage to a pipeline', {
    input: AddStageInput,
    run: AddStage,
    response: one(stageView),
    location: '/pipelines/{pipeline_id}/stages/{id}',
    problems: ['409 too_many_stages'],
    example: { name: 'Contract sent', default_confidence: 90 },
  }),
  POST('/pipelines/:id/stages/reorder', 'pipelines:write', 'Reorder the stages of a pipeline', {
    input: ReorderStagesInput,
    run: ReorderStages,
    response: one(pipelineView),
  }),
  GET('/pipelines/:id/stages/:stage_id', 'pipelines:read', 'Get a stage of a pipeline', {
    input: StageById,
    run: getWithin(Pipelines, Stages, 'stageId'),
    response: one(stageView),
  }),
  PATCH('/pipelines/:id/stages/:stage_id', 'pipelines:write', 'Update a stage of a pipeline', {
    description: 'The type of a stage that has deals cannot change.',
    input: UpdateStageInput,
    run: UpdateStage,
    response: one(stageView),
    problems: ['409 open_stage_required', '409 stage_not_empty'],
    example: { default_confidence: 80 },
  }),
  DELETE('/pipelines/:id/stages/:stage_id', 'pipelines:write', 'Remove a stage without deals from a pipeline', {
    input: StageById,
    run: RemoveStage,
    response: nothing,
    problems: ['409 open_stage_required', '409 stage_not_empty'],
  }),
];
