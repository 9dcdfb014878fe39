import { Pipelines, Stages } from '@tandem/domain/pipelines/pipelines.port';
import { bind, type Feature, publishes } from '@tandem/platform/feature/feature';
import { CreatePipelines1764000008500 } from './migrations/1764000008500-create-pipelines.js';
import { pipelineFields, pipelineView, stageFields } from './pipeline.fields.js';
import { pipelineRoutes } from './pipelines.routes.js';
import { SqlPipelines, SqlStages } from './sql-pipelines.js';
import { pipelinesProblems } from './pipelines.problems.js';
import { pipelineSearchable } from './pipeline.searchable.js';

export const pipelines: Feature = {
  name: 'pipelines',
  summary: 'Ordered stages that end in won or lost',
  domains: { pipelines: 'work' },
  toolVocabulary: { beyond: 'pipelines', synonyms: { funnel: 'pipeline' } },
  linkable: {
    pipeline: { domain: 'pipelines', path: '/pipelines/{id}' },
    pipeline_stage: { domain: 'pipelines', path: '/pipelines/{pipeline}/stages/{id}' },
  },
  tables: [pipelineFields.table, stageFields.table],
  migrations: [CreatePipelines1764000008500],
  entities: { pipeline: Pipelines, pipeline_stage: Stages },
  searchable: [pipelineSearchable],
  adapters: [bind(Pipelines, SqlPipelines), bind(Stages, SqlStages)],
  routes: pipelineRoutes,
  problems: pipelinesProblems,
  publishes: publishes('pipeline', ['created', 'updated', 'deleted'], pipelineView),
};
