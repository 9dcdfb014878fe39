import { Pipeline } from '@tandem/domain/pipelines/pipeline';
import { Stage, stageTypes } from '@tandem/domain/pipelines/stage';
import { fields } from '@tandem/platform/store/table';
import { createdAt, deletedAt, derived, id, metadata, shown, tenantId, updatedAt } from '@tandem/platform/view/fields';
import { bool, int32, nullable, oneOf, text, uuid } from '@tandem/platform/view/kinds';
import { partsOf } from '@tandem/platform/view/view-parts';

const displayOrder = shown(
  int32,
  'Place in the list, from 0; behind the others where none is given (where the last has the highest number there is, ' +
    'the stages are renumbered). No two stages of a pipeline share one.',
  1,
);

export const stageFields = fields(Stage, 'pipeline_stages', {
  id,
  tenantId,
  pipelineId: shown(uuid, 'The pipeline that the stage belongs to.'),
  name: shown(text, 'What people call the stage; unique in the pipeline.', 'Qualified'),
  stageType: shown(
    oneOf(stageTypes),
    'open, or where a deal ends: won or lost. A pipeline keeps at least one open stage. Default: open.',
    'open',
  ),
  defaultConfidence: shown(
    int32,
    'How likely a deal in this stage is to be won, in per cent; always 100 for won and 0 for lost.',
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
  name: shown(text, 'What people call the pipeline.', 'Sales'),
  description: shown(nullable(text), 'What it is for; null for none.', 'From the first call to the signature.'),
  displayOrder,
  isDefault: shown(
    bool,
    'True for the one to use when nobody says; a new default takes the place of the former. ' +
      'The first pipeline always is.',
    true,
  ),
  metadata,
  stages: derived(
    partsOf(stageView, stagesOfPipeline),
    'The stages by display_order; at most 50. ' +
      'Without any on create: Lead, Qualified, Proposal, Negotiation, Won, Lost.',
  ),
  createdAt,
  updatedAt,
  deletedAt,
});
export const pipelineView = pipelineFields.view;
