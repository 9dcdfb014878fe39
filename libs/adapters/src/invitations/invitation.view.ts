import { domains, levels, type Policy, roles } from '@tandem/domain/core/access/rights';
import type { List, Rendered } from '@tandem/domain/core/page';
import { type Invitation, invitationStatuses } from '@tandem/domain/invitations/invitation';
import type { Claimed } from '@tandem/domain/invitations/invitations.port';
import { resourceFilterSchema } from '../access/policy-input.js';
import { email, from, instant, type Kind, nullable, oneOf, shaped, text, uuid, view } from '@tandem/platform/view/view';
import { invitationsGlossary } from './invitations.glossary.js';

const policySchema = {
  type: 'object',
  properties: {
    domain: oneOf(() => [...domains(), '*']).schema,
    access_level: { type: 'string', enum: [...levels] },
    resource_filter: { ...resourceFilterSchema, type: ['object', 'null'] },
  },
  required: ['domain', 'access_level', 'resource_filter'],
};

/** The policies that a claim will give, stored as the domain holds them. */
const policies: Kind = {
  ...shaped({ type: 'array', items: policySchema }),
  sql: (
    column,
  ) => `(select coalesce(json_agg(json_build_object('domain', p.value -> 'domain', 'access_level', p.value -> 'accessLevel',
    'resource_filter', p.value -> 'resourceFilter') order by p.ordinality), '[]') from jsonb_array_elements(${column}) with ordinality p)`,
  json: (list: Policy[]) =>
    list.map(({ domain, accessLevel, resourceFilter }) => ({
      domain,
      access_level: accessLevel,
      resource_filter: resourceFilter,
    })),
};

export const statusNow = `case when t.claimed_at is not null then 'claimed' when t.revoked_at is not null then 'revoked'
  when t.expires_at <= now() then 'expired' else 'pending' end`;

const shown = {
  id: uuid,
  tenant_id: uuid,
  email,
  role: oneOf(roles),
  access_policies: policies,
  status: from({ column: `(${statusNow})` }, oneOf(invitationStatuses)),
  invited_by: nullable(uuid),
  member_id: nullable(uuid),
  expires_at: instant,
  claimed_at: nullable(instant),
  revoked_at: nullable(instant),
  created_at: instant,
  updated_at: instant,
};

export const invitationView = view<Invitation>(invitationsGlossary)('Invitation', shown);

/** With the code itself: the answer of create and resend only. */
export const invitationWithCodeView = view<Invitation>(invitationsGlossary)('InvitationWithCode', {
  ...shown,
  code: text,
});

/** Member and policies come as the stores of members show them. */
const named = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const parsed = ({ json }: Rendered) => JSON.parse(json) as unknown;

export const claimedView = view<Claimed>(invitationsGlossary)('InvitationClaim', {
  member: { ...shaped(named('Member')), json: parsed },
  access_policies: {
    ...shaped({ type: 'array', items: named('AccessPolicy') }),
    json: ({ items }: List) => items.map(parsed),
  },
  api_key: { ...shaped(text.schema), json: (apiKey: Claimed['apiKey']) => apiKey.key },
});
