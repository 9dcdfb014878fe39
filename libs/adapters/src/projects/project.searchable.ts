import type { Searchable } from '@tandem/platform/feature/feature';
import { projectView } from './project.fields.js';

const formerIdentifiers = `array(select i.identifier from project_identifiers i
  where i.tenant_id = t.tenant_id and i.project_id = t.id and i.identifier <> t.identifier)`;

export const projectSearchable: Searchable = {
  type: 'project',
  domain: 'projects',
  path: '/projects/{id}',
  view: projectView,
  title: 't.name',
  identifiers: `t.identifier || ${formerIdentifiers}`,
  description: 't.description',
  isClosed: 't.is_archived',
  project: 't.id',
};
