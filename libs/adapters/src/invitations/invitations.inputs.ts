import { type Role, roles } from '@tandem/domain/core/access/rights';
import { type InvitationStatus, invitationStatuses } from '@tandem/domain/invitations/invitation';
import { Described, Email, Int, ListOf, OneOf, PageInput, Text, Uuid } from '@tandem/platform/inputs/inputs';
import { AccessPolicyInput } from '../access/policy-input.js';
import { invitationView, invitationWithCodeView } from './invitation.fields.js';

const expiry = { min: 1, max: 30, optional: true, description: 'days until the code expires; default 7', example: 7 };

@Described(invitationView)
export class CreateInvitationInput {
  @Email() email!: string;
  @OneOf(roles, { optional: true }) role?: Role;
  @ListOf(AccessPolicyInput, { optional: true }) accessPolicies?: AccessPolicyInput[];
  @Int(expiry) expiresInDays?: number;
}

export class ListInvitationsInput extends PageInput {
  @OneOf(invitationStatuses, { optional: true }) status?: InvitationStatus;
}

@Described(invitationView)
export class ResendInvitationInput {
  @Uuid() id!: string;
  @Int(expiry) expiresInDays?: number;
}

@Described(invitationWithCodeView)
export class ClaimInvitationInput {
  @Text({ max: 100, visible: false, optional: true }) code?: string;
  @Text({
    max: 200,
    optional: true,
    description: 'name of the new member; default: the part of the e-mail address before the @',
    example: 'Grace Hopper',
  })
  name?: string;
}
