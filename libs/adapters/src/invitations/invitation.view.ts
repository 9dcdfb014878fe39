import { domains, levels, type Policy, roles } from '@tandem/domain/core/access/rights';
import type { ClaimInvitation } from '@tandem/domain/invitations/claim-invitation';
import { type Invitation, invitationStatuses } from '@tandem/domain/invitations/invitation';
import { resourceFilterSchema } from '../access/policy-input.js';
import { email, from, instant, nullable, oneOf, shaped, text, uuid } from '@tandem/platform/view/kinds';
import { view } from '@tandem/platform/view/view';
import { rendered, renderedEach } from '@tandem/platform/view/view-parts';
import { status } from './invitation-rules.js';
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

/** Stored with the property names of the domain. */
const policies = from(
  {
    column: `(select coalesce(json_agg(json_build_object(
        'domain', p.value -> 'domain', 'access_level', p.value -> 'accessLevel',
        'resource_filter', p.value -> 'resourceFilter') order by p.ordinality), '[]')
      from jsonb_array_elements(t.access_policies) with ordinality p)`,
  },
  shaped({ type: 'array', items: policySchema }, (list: Policy[]) =>
    list.map(({ domain, accessLevel, resourceFilter }) => ({
      domain,
      access_level: accessLevel,
      resource_filter: resourceFilter,
    })),
  ),
);

export const invitationView = view<Invitation>(invitationsGlossary)('Invitation', {
  id: uuid,
  tenant_id: uuid,
  email,
  role: oneOf(roles),
  access_policies: policies,
  status: from({ column: `(${status})` }, oneOf(invitationStatuses)),
  invited_by: nullable(uuid),
  member_id: nullable(uuid),
  expires_at: instant,
  claimed_at: nullable(instant),
  revoked_at: nullable(instant),
  created_at: instant,
  updated_at: instant,
});

export const invitationWithCodeView = invitationView.with('InvitationWithCode', { code: text });

type Claimed = Awaited<ReturnType<ClaimInvitation['run']>>;

export const claimedView = view<Claimed>(invitationsGlossary)('InvitationClaim', {
  member: rendered('Member'),
  access_policies: renderedEach('AccessPolicy'),
  api_key: shaped(text.schema, ({ key }: Claimed['apiKey']) => key),
});
