import { type StageType, stageTypes } from '@tandem/domain/pipelines/stage';
import { Bool, Described, Int, Json, ListOf, OneOf, optional, Text, Uuid, Uuids } from '@tandem/platform/inputs/inputs';
import { pipelineView, stageView } from './pipeline.fields.js';

@Described(stageView)
class StageInput {
  @Text({ max: 200 }) name!: string;
  @OneOf(stageTypes, { optional: true }) stageType?: StageType;
  @Int({ min: 0, max: 100, optional: true, description: 'in percent; 100 for won, 0 for lost' })
  defaultConfidence?: number;
  @Int({ min: 0, optional: true }) displayOrder?: number;
  @Json({ optional: true }) metadata?: unknown;
}

@Described(pipelineView)
class PipelineFieldsInput {
  @Text({ max: 200 }) name!: string;
  @Text({ min: 0, max: 100_000, clearable: true }) description?: string | null;
  @Bool({ optional: true }) isDefault?: boolean;
  @Int({ min: 0, optional: true }) displayOrder?: number;
  @Json({ optional: true }) metadata?: unknown;
}

@Described(pipelineView)
export class CreatePipelineInput extends PipelineFieldsInput {
  @ListOf(StageInput, { maxItems: 50, optional: true }) stages?: StageInput[];
}

export class UpdatePipelineInput extends optional(PipelineFieldsInput) {
  @Uuid() id!: string;
}

export class AddStageInput extends StageInput {
  @Uuid() id!: string;
}

@Described(stageView)
export class StageById {
  @Uuid() id!: string;
  @Uuid({ description: 'the id of the stage' }) stageId!: string;
}

@Described(stageView)
export class UpdateStageInput extends optional(StageInput) {
  @Uuid() id!: string;
  @Uuid({ description: 'the id of the stage' }) stageId!: string;
}

@Described(pipelineView)
export class ReorderStagesInput {
  @Uuid() id!: string;
  @Uuids({ maxItems: 50, description: 'all stages of the pipeline, in the new order' }) stageIds!: string[];
}
