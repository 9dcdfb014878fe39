import { type Policy, Rights, type Role } from '@tandem/domain/core/access/rights';
import type { Row } from '@tandem/platform/postgres/batch';

/** Role and access policies of the member of the row `member`, as columns that `rightsOfRow` reads. */
export const rightsColumns = (member: string) =>
  `${member}.role, (select coalesce(json_agg(json_build_object('domain', p.domain, 'accessLevel', p.access_level, 'resourceFilter', p.resource_filter)), '[]')
  from access_policies p where p.tenant_id = ${member}.tenant_id and p.member_id = ${member}.id) as policies`;

/** Events of members and API keys after which something may no longer run on their behalf. */
export const authorizationEvents = [
  'member.deactivated',
  'member.updated',
  'access_policy.updated',
  'api_key.revoked',
] as const;

/** What the member may do, with no key in between. */
export const rightsOfRow = (row: Row) => new Rights(row.role as Role, row.policies as Policy[]);
