import { domains, levels, roles } from '@tandem/domain/core/access/rights';
import { AccessPolicy } from '@tandem/domain/members/access-policy';
import { Member } from '@tandem/domain/members/member';
import type { MemberAccess } from '@tandem/domain/members/member-access';
import { fields } from '@tandem/platform/store/table';
import { createdAt, id, metadata, shown, tenantId, updatedAt } from '@tandem/platform/view/fields';
import { bool, email, nullable, oneOf, shaped, text, uuid } from '@tandem/platform/view/kinds';
import { shownEach, view } from '@tandem/platform/view/view';
import { resourceFilterSchema } from '../access/policy-input.js';

export const memberFields = fields(Member, 'members', {
  id,
  tenantId,
  name: shown(text, 'Name of the member.', 'Ada Lovelace'),
  email: shown(email, 'E-mail address, unique among the members of the tenant.', 'ada@example.com'),
  role: shown(
    oneOf(roles),
    "Upper limit of the member's rights: owner and admin everything, member writes, viewer reads. " +
      'See [rights](/docs/rights).',
    'member',
  ),
  isActive: shown(
    bool,
    'False once the member is deactivated: their keys are refused, and what acts on their behalf stops.',
    true,
  ),
  metadata,
  createdAt,
  updatedAt,
});
export const memberView = memberFields.view;

export const accessPolicyFields = fields(AccessPolicy, 'access_policies', {
  memberId: shown(uuid, 'The member that the policy applies to.'),
  tenantId,
  domain: shown(
    oneOf(() => [...domains(), '*']),
    'Domain of the policy; `*` covers domains without a policy of their own.',
    'tasks',
  ),
  accessLevel: shown(oneOf(levels), 'What the member may do in the domain, up to the limit of the role.', 'write'),
  resourceFilter: shown(
    nullable(shaped(resourceFilterSchema)),
    'Limits the policy to certain records: any others appear not to exist. Null for all.',
  ),
  createdAt,
  updatedAt,
});
export const accessPolicyView = accessPolicyFields.view;

export const memberAccessView = view<MemberAccess>()('MemberAccess', {
  memberId: shown(uuid, 'The member that the policy applies to.'),
  tenantId,
  accessPolicies: shown(
    shownEach(accessPolicyView),
    'One policy per domain; in domains without one, the role applies.',
  ),
});
