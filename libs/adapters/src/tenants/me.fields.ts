import type { NewTenant } from '@tandem/domain/tenants/create-tenant';
import type { Me } from '@tandem/domain/tenants/get-me';
import { id, schemasOf, shown } from '@tandem/platform/view/fields';
import { from, nullable, shaped, text, texts } from '@tandem/platform/view/kinds';
import { record, rendered, view } from '@tandem/platform/view/view';
import { tenantView } from './tenant.fields.js';

type ApiKey = NonNullable<Me['apiKey']>;

const memberSchema = {
  type: 'object',
  properties: schemasOf({
    id,
    name: shown(text, 'Name of the member.', 'Ada Lovelace'),
    email: shown(text, "The member's e-mail address.", 'ada@example.com'),
    role: shown(text, "Upper limit of the member's rights.", 'owner'),
  }),
};

const keySchema = {
  type: 'object',
  properties: schemasOf({
    id,
    key_hint: shown(text, 'The beginning and last four characters of the key.', 'wsk_live_…5Zt4'),
    environment: shown(text, '`live` or `test`.', 'live'),
    scopes: shown(texts, 'Upper limit of what the key may do.', ['*']),
  }),
};

const person = ({ id, name, email, role }: NonNullable<Me['member']>) => ({ id, name, email, role });
const brief = ({ id, keyHint, environment, scopes }: ApiKey) => ({ id, key_hint: keyHint, environment, scopes });

export const meView = view<Me>()('Me', {
  tenant: shown(record(tenantView), 'The tenant.'),
  member: shown(
    nullable(shaped(memberSchema, person)),
    'The member making the request; null for a caller that is not a member.',
  ),
  key: shown(
    from({ property: 'apiKey' }, nullable(shaped(keySchema, brief))),
    'The API key of the request; null for a token from the identity provider.',
  ),
  rights: shown(
    shaped({
      type: 'object',
      additionalProperties: { type: 'string', enum: ['none', 'read', 'write', 'admin'] },
    }),
    'Effective rights of the caller by domain: the lowest of role, policy and key.',
    { tasks: 'admin', projects: 'admin', notes: 'write' },
  ),
});

export const newTenantView = view<NewTenant>()('NewTenant', {
  tenant: shown(record(tenantView), 'The tenant.'),
  member: shown(rendered('Member'), 'The first member, who owns the workspace.'),
  apiKey: shown(
    shaped(text.schema, ({ key }: NewTenant['apiKey']) => key),
    'First API key of the owner, shown only once.',
    'wsk_live_8fK2mQ9xT4cRkV1bNs6YwE7hLpJd3G0uAXr5Zt4',
  ),
});
