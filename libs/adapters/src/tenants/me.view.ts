import type { Me } from '@tandem/domain/tenants/get-me';
import type { NewTenant } from '@tandem/domain/tenants/create-tenant';
import { from, nullable, shaped, text, uuid } from '@tandem/platform/view/kinds';
import { view } from '@tandem/platform/view/view';
import { record, rendered } from '@tandem/platform/view/view-parts';
import { tenantView } from './tenant.view.js';
import { tenantsGlossary } from './tenants.glossary.js';

const words = text.schema;
type ApiKey = NonNullable<Me['apiKey']>;
const memberSchema = { type: 'object', properties: { id: uuid.schema, name: words, email: words, role: words } };
const keySchema = {
  type: 'object',
  properties: { id: uuid.schema, key_hint: words, environment: words, scopes: { type: 'array', items: words } },
};

const person = ({ id, name, email, role }: NonNullable<Me['member']>) => ({ id, name, email, role });
const brief = ({ id, keyHint, environment, scopes }: ApiKey) => ({ id, key_hint: keyHint, environment, scopes });

export const meView = view<Me>(tenantsGlossary)('Me', {
  tenant: record(tenantView),
  member: nullable(shaped(memberSchema, person)),
  key: from({ property: 'apiKey' }, nullable(shaped(keySchema, brief))),
  rights: shaped({
    type: 'object',
    additionalProperties: { type: 'string', enum: ['none', 'read', 'write', 'admin'] },
  }),
});

export const newTenantView = view<NewTenant>(tenantsGlossary)('NewTenant', {
  tenant: record(tenantView),
  member: rendered('Member'),
  api_key: shaped(text.schema, ({ key }: NewTenant['apiKey']) => key),
});
