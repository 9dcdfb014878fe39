import { AddStage } from '@tandem/domain/pipelines/add-stage';
import { Pipelines } from '@tandem/domain/pipelines/pipelines.port';
import { RemoveStage } from '@tandem/domain/pipelines/remove-stage';
import { ReorderStages } from '@tandem/domain/pipelines/reorder-stages';
import { Stages } from '@tandem/domain/pipelines/stages.port';
import { UpdateStage } from '@tandem/domain/pipelines/update-stage';
import { DELETE, GET, nothing, one, PATCH, POST } from '@tandem/platform/feature/feature';
import { getWithin } from '@tandem/platform/feature/queries';
import { pipelineView, stageView } from './pipeline.view.js';
import { AddStageInput, ReorderStagesInput, StageOfPipelineInput, UpdateStageInput } from './pipelines.inputs.js';

export const stageRoutes = [
  POST('/pipelines/:id/stages', 'pipelines:write', 'Add a stage to a pipeline', {
    input: AddStageInput,
    run: AddStage,
    answer: one(stageView),
    location: '/pipelines/{pipeline_id}/stages/{id}',
    problems: ['409 too_many_stages'],
    example: { name: 'Contract sent', default_confidence: 90 },
  }),
  POST('/pipelines/:id/stages/reorder', 'pipelines:write', 'Put the stages of a pipeline in another order', {
    input: ReorderStagesInput,
    run: ReorderStages,
    answer: one(pipelineView),
  }),
  GET('/pipelines/:id/stages/:stage_id', 'pipelines:read', 'Get a stage of a pipeline', {
    input: StageOfPipelineInput,
    run: getWithin(Pipelines, Stages, 'stageId'),
    answer: one(stageView),
  }),
  PATCH('/pipelines/:id/stages/:stage_id', 'pipelines:write', 'Change a stage of a pipeline', {
    input: UpdateStageInput,
    run: UpdateStage,
    answer: one(stageView),
    problems: ['409 open_stage_required'],
    example: { default_confidence: 80 },
  }),
  DELETE('/pipelines/:id/stages/:stage_id', 'pipelines:write', 'Remove a stage from a pipeline', {
    input: StageOfPipelineInput,
    run: RemoveStage,
    answer: nothing,
    problems: ['409 open_stage_required'],
  }),
];
