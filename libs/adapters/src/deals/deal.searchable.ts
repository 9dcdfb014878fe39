import type { Searchable } from '@tandem/platform/feature/feature';
import { dealView } from './deal.fields.js';

export const dealSearchable: Searchable = {
  type: 'deal',
  domain: 'pipelines',
  path: '/deals/{id}',
  view: dealView,
  title: 't.name',
  isClosed: "t.status <> 'open'",
};
