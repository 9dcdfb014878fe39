import type { Tenant } from '@tandem/domain/tenants/tenant';
import { instant, json, nullable, text, uuid, view } from '@tandem/platform/view';

export const tenantView = view<Tenant>()('Tenant', {
  id: uuid,
  name: text,
  slug: text,
  timezone: text,
  default_country: nullable(text),
  settings: json,
  created_at: instant,
  updated_at: instant,
});
