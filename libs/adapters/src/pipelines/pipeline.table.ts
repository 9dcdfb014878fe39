import { Pipeline } from '@tandem/domain/pipelines/pipeline';
import { Stage } from '@tandem/domain/pipelines/stage';
import { bool, instant, int, json, nullable, table, text, uuid } from '@tandem/platform/store/table';

export const pipelineTable = table(Pipeline, 'pipelines', {
  name: text,
  description: nullable(text),
  displayOrder: int,
  isDefault: bool,
  metadata: json,
  deletedAt: nullable(instant),
});

export const stageTable = table(Stage, 'pipeline_stages', {
  pipelineId: uuid,
  name: text,
  stageType: text,
  defaultConfidence: int,
  displayOrder: int,
  metadata: json,
});
