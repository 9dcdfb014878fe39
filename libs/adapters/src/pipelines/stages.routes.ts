import { AddStage } from '@tandem/domain/pipelines/add-stage';
import { Pipelines } from '@tandem/domain/pipelines/pipelines.port';
import { RemoveStage } from '@tandem/domain/pipelines/remove-stage';
import { ReorderStages } from '@tandem/domain/pipelines/reorder-stages';
import { Stages } from '@tandem/domain/pipelines/stages.port';
import { UpdateStage } from '@tandem/domain/pipelines/update-stage';
import { nothing, one } from '@tandem/platform/feature/answers';
import { route } from '@tandem/platform/feature/feature';
import { getWithin } from '@tandem/platform/feature/queries';
import { pipelineView, stageView } from './pipeline.view.js';
import { AddStageInput, ReorderStagesInput, StageOfPipelineInput, UpdateStageInput } from './pipelines.inputs.js';

export const stageRoutes = [
  route({
    method: 'post',
    path: '/pipelines/:id/stages',
    access: 'pipelines:write',
    summary: 'Add a stage to a pipeline',
    input: AddStageInput,
    run: AddStage,
    answer: one(stageView),
    status: 201,
    location: '/pipelines/{pipeline_id}/stages/{id}',
    problems: ['409 too_many_stages'],
    example: { name: 'Contract sent', default_confidence: 90 },
  }),
  route({
    method: 'post',
    path: '/pipelines/:id/stages/reorder',
    access: 'pipelines:write',
    summary: 'Put the stages of a pipeline in another order',
    input: ReorderStagesInput,
    run: ReorderStages,
    answer: one(pipelineView),
  }),
  route({
    method: 'get',
    path: '/pipelines/:id/stages/:stage_id',
    access: 'pipelines:read',
    summary: 'Get a stage of a pipeline',
    input: StageOfPipelineInput,
    run: getWithin(Pipelines, Stages, 'stageId'),
    answer: one(stageView),
  }),
  route({
    method: 'patch',
    path: '/pipelines/:id/stages/:stage_id',
    access: 'pipelines:write',
    summary: 'Change a stage of a pipeline',
    input: UpdateStageInput,
    run: UpdateStage,
    answer: one(stageView),
    problems: ['409 open_stage_required'],
    example: { default_confidence: 80 },
  }),
  route({
    method: 'delete',
    path: '/pipelines/:id/stages/:stage_id',
    access: 'pipelines:write',
    summary: 'Remove a stage from a pipeline',
    input: StageOfPipelineInput,
    run: RemoveStage,
    answer: nothing,
    problems: ['409 open_stage_required'],
  }),
];
