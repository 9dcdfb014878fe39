import { Tenant } from '@tandem/domain/tenants/tenant';
import { fields } from '@tandem/platform/store/table';
import { createdAt, hidden, id, shown, updatedAt } from '@tandem/platform/view/fields';
import { instant, jsonObject, nullable, text } from '@tandem/platform/view/kinds';

export const tenantFields = fields(Tenant, 'tenants', {
  id,
  name: shown(text, 'Name of the workspace.', 'Acme'),
  slug: shown(text, 'Identifies the tenant in operator commands; derived from the name if omitted.', 'acme'),
  timezone: shown(text, 'IANA time zone: the default for schedules and recurring tasks.', 'Europe/Berlin'),
  defaultCountry: shown(
    nullable(text),
    'ISO 3166-1 code in capitals, for phone numbers without a country code such as +49; null for none.',
    'DE',
  ),
  zoneChangedAt: hidden(nullable(instant)),
  settings: shown(
    jsonObject,
    'JSON object for your clients, merged into the stored one (RFC 7396). ' +
      '`currency` (ISO 4217) is the default of deals.',
    { week_starts_on: 'monday', currency: 'EUR' },
  ),
  closedAt: shown(
    nullable(instant),
    'When the operator closed it: nobody can use it any more, and it is erased 30 days later. Null if it is open.',
  ),
  createdAt,
  updatedAt,
});
export const tenantView = tenantFields.view;
