import { type Role, roles } from '@tandem/domain/core/access/rights';
import {
  Bool,
  Described,
  Json,
  ListOf,
  OneOf,
  optional,
  PageInput,
  Part,
  Text,
  Uuid,
} from '@tandem/platform/inputs/inputs';
import { AccessPolicyInput } from '../access/policy-input.js';
import { memberView } from './member.fields.js';

export class ListMembersInput extends PageInput {
  @OneOf(roles, { optional: true }) role?: Role;
  @Bool({ optional: true, description: 'only active members, or, if false, only inactive ones' }) isActive?: boolean;
  @Part('name or e-mail address') q?: string;
}

@Described(memberView)
class MemberFieldsInput {
  @OneOf(roles) role!: Role;
  @Text({ max: 200 }) name!: string;
  @Json() metadata!: unknown;
}

export class UpdateMemberInput extends optional(MemberFieldsInput) {
  @Uuid() id!: string;
}

@Described(memberView)
export class ReplaceAccessInput {
  @Uuid() id!: string;
  @ListOf(AccessPolicyInput, { description: 'one per domain; * covers domains without one' })
  accessPolicies!: AccessPolicyInput[];
}
