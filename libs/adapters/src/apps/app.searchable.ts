import type { Searchable } from '@tandem/platform/feature/feature';
import { appView } from './app.fields.js';

export const appSearchable: Searchable = {
  type: 'app',
  domain: 'apps',
  path: '/apps/{slug}',
  view: appView,
  title: 't.name',
  identifiers: 'array[t.slug]',
  tags: 'array(select o.name from app_tools o where o.tenant_id = t.tenant_id and o.app_id = t.id)',
};
