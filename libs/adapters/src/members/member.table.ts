import { AccessPolicy } from '@tandem/domain/members/access-policy';
import { Member } from '@tandem/domain/members/member';
import { bool, json, nullable, table, text, uuid } from '@tandem/platform/store/table';

export const memberTable = table(Member, 'members', {
  name: text,
  email: text,
  role: text,
  isActive: bool,
  metadata: json,
});

export const accessPolicyTable = table(AccessPolicy, 'access_policies', {
  memberId: uuid,
  domain: text,
  accessLevel: text,
  resourceFilter: nullable(json),
});
