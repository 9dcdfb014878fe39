import { type Role, roles } from '@tandem/domain/core/rights';
import { type InvitationStatus, invitationStatuses } from '@tandem/domain/invitations/invitation';
import { Email, Int, ListOf, OneOf, Text, Uuid } from '@tandem/platform/inputs';
import { PageInput } from '@tandem/platform/list-inputs';
import { AccessPolicyInput } from '@tandem/platform/policy-input';

const expiry = { min: 1, max: 30, optional: true, description: 'days until the code expires, default 7' };

export class CreateInvitationInput {
  @Email() email!: string;
  @OneOf(roles, { optional: true, description: 'default member' }) role?: Role;
  @ListOf(AccessPolicyInput, { optional: true, description: 'one for each domain' })
  accessPolicies?: AccessPolicyInput[];
  @Int(expiry) expiresInDays?: number;
}

export class ListInvitationsInput extends PageInput {
  @OneOf(invitationStatuses, { optional: true }) status?: InvitationStatus;
}

export class ResendInvitationInput {
  @Uuid() id!: string;
  @Int(expiry) expiresInDays?: number;
}

export class ClaimInvitationInput {
  @Text({ max: 100, visible: false }) code!: string;
  @Text({ max: 200, optional: true, description: 'the name of the new member' }) name?: string;
}
