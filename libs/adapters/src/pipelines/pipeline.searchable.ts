import type { Searchable } from '@tandem/platform/feature/feature';
import { pipelineView } from './pipeline.fields.js';

export const pipelineSearchable: Searchable = {
  type: 'pipeline',
  domain: 'pipelines',
  path: '/pipelines/{id}',
  view: pipelineView,
  title: 't.name',
  tags: 'array(select s.name from pipeline_stages s where s.tenant_id = t.tenant_id and s.pipeline_id = t.id)',
  description: 't.description',
};
