import { domains, levels, roles } from '@tandem/domain/core/rights';
import type { AccessPolicy } from '@tandem/domain/members/access-policy';
import type { Member } from '@tandem/domain/members/member';
import { bool, email, instant, json, nullable, oneOf, text, uuid, view } from '@tandem/platform/view';

export const memberView = view<Member>()('Member', {
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

export const accessPolicyView = view<AccessPolicy>()('AccessPolicy', {
  member_id: uuid,
  tenant_id: uuid,
  domain: oneOf([...domains, '*']),
  access_level: oneOf(levels),
  resource_filter: nullable(json),
  created_at: instant,
  updated_at: instant,
});
