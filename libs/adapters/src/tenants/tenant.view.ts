import type { Tenant } from '@tandem/domain/tenants/tenant';
import { instant, jsonObject, nullable, text, uuid } from '@tandem/platform/view/kinds';
import { view } from '@tandem/platform/view/view';
import { tenantsGlossary } from './tenants.glossary.js';

export const tenantView = view<Tenant>(tenantsGlossary)('Tenant', {
  id: uuid,
  name: text,
  slug: text,
  timezone: text,
  default_country: nullable(text),
  settings: jsonObject,
  created_at: instant,
  updated_at: instant,
});
