import { domains, levels, type Policy, roles } from '@tandem/domain/core/access/rights';
import type { ClaimInvitation } from '@tandem/domain/invitations/claim-invitation';
import { Invitation, invitationStatuses } from '@tandem/domain/invitations/invitation';
import { fields } from '@tandem/platform/store/table';
import { createdAt, derived, hidden, id, schemasOf, shown, tenantId, updatedAt } from '@tandem/platform/view/fields';
import { email, from, instant, nullable, oneOf, shaped, text, uuid } from '@tandem/platform/view/kinds';
import { rendered, renderedEach, view } from '@tandem/platform/view/view';
import { resourceFilterSchema } from '../access/policy-input.js';
import { status } from './invitation-rules.js';

const policySchema = {
  type: 'object',
  // A getter, because features add domains.
  get properties() {
    return schemasOf({
      domain: shown(
        oneOf(() => [...domains(), '*']),
        'Domain of the policy; `*` covers domains without a policy of their own.',
        'tasks',
      ),
      access_level: shown(oneOf(levels), 'What the member may do in the domain.', 'write'),
      resource_filter: shown(
        nullable(shaped(resourceFilterSchema)),
        'Limits the policy to certain records; null for all.',
        null,
      ),
    });
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

export const invitationFields = fields(Invitation, 'invitations', {
  id,
  tenantId,
  email: shown(email, 'E-mail address of the invitee, and then of the new member.', 'grace@example.com'),
  role: shown(oneOf(roles), "Role of the new member, at most the inviter's own. Default: member.", 'member'),
  accessPolicies: shown(policies, 'Policies of the new member, one per domain; without any, the role applies.', [
    { domain: 'tasks', access_level: 'write', resource_filter: null },
  ]),
  status: derived(
    from({ column: `(${status})` }, oneOf(invitationStatuses)),
    '`pending` until claimed, revoked or expired.',
    'pending',
  ),
  invitedBy: shown(nullable(uuid), 'The member who sent the invitation; null if the operator did.'),
  memberId: shown(nullable(uuid), 'The member that was created by the claim; null until then.'),
  codeHash: hidden(text),
  expiresAt: shown(instant, 'When the code expires; it is refused with 410 from then on.', '2026-11-28T09:30:00.000Z'),
  claimedAt: shown(nullable(instant), 'When it was claimed; null until then.'),
  revokedAt: shown(nullable(instant), 'When it was revoked; null if it was not.'),
  createdAt,
  updatedAt,
});
export const invitationView = invitationFields.view;

export const invitationWithCodeView = invitationView.with('InvitationWithCode', {
  code: shown(
    text,
    'Single-use code that admits anyone who has it. Shown only in this response.',
    'inv_4f7Qm2ZxT9cRkV1bNs6YwE8hLpJd3GuA0Xr5Zt',
  ),
});

type Claimed = Awaited<ReturnType<ClaimInvitation['run']>>;

export const claimedView = view<Claimed>()('InvitationClaim', {
  member: shown(rendered('Member'), 'The new member.'),
  accessPolicies: shown(renderedEach('AccessPolicy'), 'Policies of the new member.'),
  apiKey: shown(
    shaped(text.schema, ({ key }: Claimed['apiKey']) => key),
    'First API key of the new member, shown only once.',
    'wsk_live_8fK2mQ9xT4cRkV1bNs6YwE7hLpJd3G0uAXr5Zt4',
  ),
});
