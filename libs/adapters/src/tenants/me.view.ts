import type { Rendered } from '@tandem/domain/core/page';
import type { Me } from '@tandem/domain/tenants/get-me';
import type { NewTenant } from '@tandem/domain/tenants/create-tenant';
import { from, nullable, record, shaped, text, uuid, view } from '@tandem/platform/view/view';
import { tenantView } from './tenant.view.js';
import { tenantsGlossary } from './tenants.glossary.js';

const [id, words] = [uuid.schema, text.schema];
const memberSchema = { type: 'object', properties: { id, name: words, email: words, role: words } };
const keySchema = {
  type: 'object',
  properties: { id, key_hint: words, environment: words, scopes: { type: 'array', items: words } },
};

const person = ({ id, name, email, role }: NonNullable<Me['member']>) => ({ id, name, email, role });

export const meView = view<Me>(tenantsGlossary)('Me', {
  tenant: record(tenantView),
  member: { ...nullable(shaped(memberSchema)), json: person as never },
  key: from(
    { property: 'apiKey' },
    {
      ...nullable(shaped(keySchema)),
      json: ({ id, keyHint, environment, scopes }: NonNullable<Me['apiKey']>) => ({
        id,
        key_hint: keyHint,
        environment,
        scopes,
      }),
    },
  ),
  rights: shaped({
    type: 'object',
    additionalProperties: { type: 'string', enum: ['none', 'read', 'write', 'admin'] },
  }),
});

/** A new tenant with its owner and first API key, which is shown this once. */
export const newTenantView = view<NewTenant>(tenantsGlossary)('NewTenant', {
  tenant: record(tenantView),
  member: {
    ...shaped({ $ref: '#/components/schemas/Member' }),
    json: ({ json }: Rendered) => JSON.parse(json) as unknown,
  },
  api_key: { ...shaped(text.schema), json: ((apiKey: NewTenant['apiKey']) => apiKey.key) as never },
});
