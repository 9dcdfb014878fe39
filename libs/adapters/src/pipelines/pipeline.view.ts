import type { Pipeline } from '@tandem/domain/pipelines/pipeline';
import { type Stage, stageTypes } from '@tandem/domain/pipelines/stage';
import { bool, instant, int32, json, nullable, oneOf, text, uuid } from '@tandem/platform/view/kinds';
import { view } from '@tandem/platform/view/view';
import { partsOf } from '@tandem/platform/view/view-parts';
import { pipelinesGlossary } from './pipelines.glossary.js';

export const stageView = view<Stage>(pipelinesGlossary)('Stage', {
  id: uuid,
  tenant_id: uuid,
  pipeline_id: uuid,
  name: text,
  stage_type: oneOf(stageTypes),
  default_confidence: int32,
  display_order: int32,
  metadata: json,
  created_at: instant,
  updated_at: instant,
});

export const stagesOfPipeline = { table: 'pipeline_stages', owner: 'pipeline_id', order: 'display_order' };

export const pipelineView = view<Pipeline>(pipelinesGlossary)('Pipeline', {
  id: uuid,
  tenant_id: uuid,
  name: text,
  description: nullable(text),
  display_order: int32,
  is_default: bool,
  metadata: json,
  stages: partsOf(stageView, stagesOfPipeline),
  created_at: instant,
  updated_at: instant,
  deleted_at: nullable(instant),
});
