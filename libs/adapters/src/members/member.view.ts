import { domains, levels, roles } from '@tandem/domain/core/access/rights';
import type { AccessPolicy } from '@tandem/domain/members/access-policy';
import type { MemberAccess } from '@tandem/domain/members/member-access';
import type { Member } from '@tandem/domain/members/member';
import { resourceFilterSchema } from '../access/policy-input.js';
import { bool, email, instant, json, nullable, oneOf, shaped, text, uuid } from '@tandem/platform/view/kinds';
import { view } from '@tandem/platform/view/view';
import { shownEach } from '@tandem/platform/view/view-parts';
import { membersGlossary } from './members.glossary.js';

export const memberView = view<Member>(membersGlossary)('Member', {
  id: uuid,
  tenant_id: uuid,
  name: text,
  email,
  role: oneOf(roles),
  is_active: bool,
  metadata: json,
  created_at: instant,
  updated_at: instant,
});

export const accessPolicyView = view<AccessPolicy>(membersGlossary)('AccessPolicy', {
  member_id: uuid,
  tenant_id: uuid,
  domain: oneOf(() => [...domains(), '*']),
  access_level: oneOf(levels),
  resource_filter: nullable(shaped(resourceFilterSchema)),
  created_at: instant,
  updated_at: instant,
});

export const memberAccessView = view<MemberAccess>(membersGlossary)('MemberAccess', {
  member_id: uuid,
  tenant_id: uuid,
  access_policies: shownEach(accessPolicyView),
});
