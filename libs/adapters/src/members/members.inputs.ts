import { type Domain, domains, type Level, levels, type Role, roles } from '@tandem/domain/core/rights';
import { Bool, Json, ListOf, Nested, OneOf, optional, Text, Uuid, Uuids } from '@tandem/platform/inputs';
import { PageInput } from '@tandem/platform/list-inputs';

export class ListMembersInput extends PageInput {
  @OneOf(roles, { optional: true }) role?: Role;
  @Bool({ optional: true }) isActive?: boolean;
  @Text({ max: 200, optional: true, description: 'words in name or e-mail address' }) q?: string;
}

class MemberFieldsInput {
  @OneOf(roles) role!: Role;
  @Text({ max: 200 }) name!: string;
  @Json() metadata!: unknown;
}

export class UpdateMemberInput extends optional(MemberFieldsInput) {
  @Uuid() id!: string;
}

class ResourceFilterInput {
  @Uuids({ optional: true }) projectIds?: string[];
  @Uuids({ optional: true }) notebookIds?: string[];
}

class AccessPolicyInput {
  @OneOf([...domains, '*']) domain!: Domain | '*';
  @OneOf(levels) accessLevel!: Level;
  @Nested(ResourceFilterInput, { optional: true, nullable: true, description: 'either project_ids or notebook_ids' })
  resourceFilter?: ResourceFilterInput | null;
}

export class ReplaceAccessInput {
  @Uuid() id!: string;
  @ListOf(AccessPolicyInput, { description: 'one for each domain; * is for the domains without one' })
  accessPolicies!: AccessPolicyInput[];
}
