import { type StageType, stageTypes } from '@tandem/domain/pipelines/stage';
import { Bool, Int, Json, ListOf, OneOf, optional, Text, Uuid, Uuids } from '@tandem/platform/inputs';

export class StageInput {
  @Text({ max: 200 }) name!: string;
  @OneOf(stageTypes, { optional: true, description: 'default open' }) stageType?: StageType;
  @Int({ min: 0, max: 100, optional: true, description: 'per cent; 100 when won, 0 when lost' })
  defaultConfidence?: number;
  @Int({ min: 0, optional: true, description: 'default: behind the stages before' }) displayOrder?: number;
  @Json({ optional: true }) metadata?: unknown;
}

export class PipelineFieldsInput {
  @Text({ max: 200 }) name!: string;
  @Text({ min: 0, max: 100_000, optional: true, nullable: true }) description?: string | null;
  @Bool({ optional: true, description: 'the first pipeline is the default in any case' }) isDefault?: boolean;
  @Int({ min: 0, optional: true, description: 'default: behind all pipelines' }) displayOrder?: number;
  @Json({ optional: true }) metadata?: unknown;
}

export class CreatePipelineInput extends PipelineFieldsInput {
  @ListOf(StageInput, { most: 50, optional: true, description: 'default: Lead to Negotiation, Won and Lost' })
  stages?: StageInput[];
}

export class UpdatePipelineInput extends optional(PipelineFieldsInput) {
  @Uuid() id!: string;
}

export class AddStageInput extends StageInput {
  @Uuid() id!: string;
}

export class StageOfPipelineInput {
  @Uuid() id!: string;
  @Uuid() stageId!: string;
}

export class UpdateStageInput extends optional(StageInput) {
  @Uuid() id!: string;
  @Uuid() stageId!: string;
}

export class ReorderStagesInput {
  @Uuid() id!: string;
  @Uuids({ most: 50, description: 'every stage of the pipeline, in the new order' }) stageIds!: string[];
}
