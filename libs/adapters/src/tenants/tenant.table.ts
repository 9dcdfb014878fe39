import { Tenant } from '@tandem/domain/tenants/tenant';
import { json, nullable, table, text } from '@tandem/platform/store/table';

export const tenantTable = table(Tenant, 'tenants', {
  name: text,
  slug: text,
  timezone: text,
  defaultCountry: nullable(text),
  settings: json,
});
