import { domains, levels, roles } from '@tandem/domain/core/access/rights';
import { AccessPolicy } from '@tandem/domain/members/access-policy';
import { Member } from '@tandem/domain/members/member';
import type { MemberAccess } from '@tandem/domain/members/member-access';
import { fields } from '@tandem/platform/store/table';
import { createdAt, id, metadata, shown, tenantId, updatedAt } from '@tandem/platform/view/fields';
import { bool, email, nullable, oneOf, shaped, text, uuid } from '@tandem/platform/view/kinds';
import { view } from '@tandem/platform/view/view';
import { shownEach } from '@tandem/platform/view/view-parts';
import { resourceFilterSchema } from '../access/policy-input.js';

export const memberFields = fields(Member, 'members', {
  id,
  tenantId,
  name: shown(text, 'What people call the member.', 'Ada Lovelace'),
  email: shown(email, 'Unique among the members of the tenant.', 'ada@example.com'),
  role: shown(
    oneOf(roles),
    'The ceiling of what the member may do: owner and admin everything, member writes, viewer reads. ' +
      'See [rights](/docs/rights).',
    'member',
  ),
  isActive: shown(
    bool,
    'False once the member was deactivated: keys are refused, and what worked in their name stops.',
    true,
  ),
  metadata,
  createdAt,
  updatedAt,
});
export const memberView = memberFields.view;

export const accessPolicyFields = fields(AccessPolicy, 'access_policies', {
  memberId: shown(uuid, 'Whose policy it is.'),
  tenantId,
  domain: shown(
    oneOf(() => [...domains(), '*']),
    'The domain it is about; `*` is for the domains without a policy of their own.',
    'tasks',
  ),
  accessLevel: shown(oneOf(levels), 'What the member may do in the domain, under the ceiling of the role.', 'write'),
  resourceFilter: shown(
    nullable(shaped(resourceFilterSchema)),
    'Limits the policy to some records: what is outside reads as if it did not exist. Null for all.',
  ),
  createdAt,
  updatedAt,
});
export const accessPolicyView = accessPolicyFields.view;

export const memberAccessView = view<MemberAccess>()('MemberAccess', {
  memberId: shown(uuid, 'Whose policy it is.'),
  tenantId,
  accessPolicies: shown(
    shownEach(accessPolicyView),
    'One policy for each domain; domains without one are as the role has them.',
  ),
});
