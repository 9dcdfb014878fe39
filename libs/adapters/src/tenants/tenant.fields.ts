import { Tenant } from '@tandem/domain/tenants/tenant';
import { fields } from '@tandem/platform/store/table';
import { createdAt, id, shown, updatedAt } from '@tandem/platform/view/fields';
import { jsonObject, nullable, text } from '@tandem/platform/view/kinds';

export const tenantFields = fields(Tenant, 'tenants', {
  id,
  name: shown(text, 'What people call the workspace.', 'Acme'),
  slug: shown(text, "Names the tenant in the operator's commands; derived from the name where absent.", 'acme'),
  timezone: shown(text, 'IANA zone: the default of schedules and recurring tasks.', 'Europe/Berlin'),
  defaultCountry: shown(
    nullable(text),
    'ISO 3166-1 code in capitals, for phone numbers written without +49 or the like; null for none.',
    'DE',
  ),
  settings: shown(jsonObject, 'A JSON object for your clients; it is merged into what is there (RFC 7396).', {
    week_starts_on: 'monday',
  }),
  createdAt,
  updatedAt,
});
export const tenantView = tenantFields.view;
