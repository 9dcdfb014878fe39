import { conflict, DomainError } from '../core/errors.js';
import { Rights, type Role } from '../core/rights.js';
import { currentScope, type Scope } from '../core/scope.js';
import type { Member } from '../members/member.js';
import type { InvitationPlace } from './invitations.port.js';

/** A test key brings nobody in. */
export function mustBeLive(): void {
  if (currentScope().isTest) throw new DomainError('forbidden', 'test_key', 'A test key cannot invite.');
}

export function mustNotBeMember(member: Member | undefined): void {
  if (member?.isActive) throw conflict('member_exists', 'Somebody with this e-mail address is a member already.');
}

/** Somebody who left comes back, with what the invitation says. */
export function rejoin(member: Member, fields: { name?: string; role: Role }): void {
  mustNotBeMember(member);
  member.reactivate(fields);
}

/** Whoever shows the code acts as the invitation, in its tenant, whatever other token came along. */
export const claimantOf = ({ tenantId, invitationId }: InvitationPlace): Scope => ({
  ...currentScope(),
  tenantId,
  actor: { type: 'invitation', id: invitationId, memberId: null },
  // Whoever invited was let invite; what admits the claimant is not cut by what a claimant may do, which is nothing.
  rights: Rights.full,
  isTest: false,
  keyExpiresAt: null,
});
