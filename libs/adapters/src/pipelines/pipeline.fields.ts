import { Pipeline } from '@tandem/domain/pipelines/pipeline';
import { Stage, stageTypes } from '@tandem/domain/pipelines/stage';
import { fields } from '@tandem/platform/store/table';
import { createdAt, deletedAt, derived, id, metadata, shown, tenantId, updatedAt } from '@tandem/platform/view/fields';
import { bool, int32, nullable, oneOf, text, uuid } from '@tandem/platform/view/kinds';
import { partsOf } from '@tandem/platform/view/view';

const displayOrder = shown(
  int32,
  'Position in the list, from 0; last if omitted (stages are renumbered if the last one has the highest ' +
    'possible number). Unique among the stages of a pipeline.',
  1,
);

export const stageFields = fields(Stage, 'pipeline_stages', {
  id,
  tenantId,
  pipelineId: shown(uuid, 'The pipeline that the stage belongs to.'),
  name: shown(text, 'Name of the stage, unique in the pipeline.', 'Qualified'),
  stageType: shown(
    oneOf(stageTypes),
    '`open`, or the outcome of a deal: `won` or `lost`. A pipeline keeps at least one open stage. Default: open.',
    'open',
  ),
  defaultConfidence: shown(
    int32,
    'Probability, in percent, that a deal in this stage is won; always 100 for won and 0 for lost.',
    25,
  ),
  displayOrder,
  metadata,
  createdAt,
  updatedAt,
});
export const stageView = stageFields.view;

export const stagesOfPipeline = { table: 'pipeline_stages', owner: 'pipeline_id', order: 'display_order' };

export const pipelineFields = fields(Pipeline, 'pipelines', {
  id,
  tenantId,
  name: shown(text, 'Name of the pipeline.', 'Sales'),
  description: shown(nullable(text), 'What it is for; null for none.', 'From the first call to the signature.'),
  displayOrder,
  isDefault: shown(
    bool,
    'True for the default pipeline; a new default replaces the former one. The first pipeline becomes the default.',
    true,
  ),
  metadata,
  stages: derived(
    partsOf(stageView, stagesOfPipeline),
    'Stages in display_order, at most 50. If omitted on create: Lead, Qualified, Proposal, Negotiation, Won, Lost.',
  ),
  createdAt,
  updatedAt,
  deletedAt,
});
export const pipelineView = pipelineFields.view;
