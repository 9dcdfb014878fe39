import { type Policy, Rights, type Role } from '@tandem/domain/core/access/rights';
import type { Row } from '@tandem/platform/postgres/batch';

export const rightsColumns = (member: string) => `${member}.role, (
  select coalesce(json_agg(json_build_object(
    'domain', p.domain, 'accessLevel', p.access_level, 'resourceFilter', p.resource_filter)), '[]')
  from access_policies p where p.tenant_id = ${member}.tenant_id and p.member_id = ${member}.id) as policies`;

export const authorizationEvents = [
  'member.deactivated',
  'member.updated',
  'access_policy.updated',
  'api_key.revoked',
] as const;

export const rightsOfRow = (row: Row) => new Rights(row.role as Role, row.policies as Policy[]);
