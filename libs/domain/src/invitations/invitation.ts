import { clock } from '../core/clock.js';
import { Entity } from '../core/entity.js';
import { conflict, DomainError, mustHold } from '../core/errors.js';
import { currentScope } from '../core/scope.js';
import { plainEmail } from '../core/access/identity.js';
import { type Policy, Rights, type Role } from '../core/access/rights.js';
import type { Denial } from '../core/access/authorizations.js';
import { hashToken, invitationPrefix, invitationRandomLength, makeToken } from '../core/access/tokens.js';
import { dayMillis } from '../core/durations.js';
import { mayGrant } from '../members/granting.js';

export const invitationStatuses = ['pending', 'claimed', 'revoked', 'expired'] as const;
export type InvitationStatus = (typeof invitationStatuses)[number];

export interface InvitationFields {
  email: string;
  role: Role;
  accessPolicies: Policy[];
  expiresInDays?: number;
}

const defaultDays = 7;

/** An offer of membership that the bearer of its code may claim once; the code is known only when issued. */
export class Invitation extends Entity {
  static readonly resourceType = 'invitation';
  static override readonly channels = ['members'];
  email: string;
  role: Role;
  accessPolicies: Policy[];
  /** The sender of the current code, who must be allowed to grant the offer; null for the operator. */
  invitedBy: string | null;
  memberId: string | null = null;
  codeHash!: string;
  expiresAt!: Date;
  claimedAt: Date | null = null;
  revokedAt: Date | null = null;
  /** The plaintext code right after it is issued; never stored. */
  code?: string;

  constructor({ email, role, accessPolicies, expiresInDays }: InvitationFields, invitedBy: string | null) {
    super();
    this.email = plainEmail(email);
    this.role = role;
    this.accessPolicies = accessPolicies;
    this.invitedBy = invitedBy;
    this.issue(expiresInDays);
    this.record('created');
  }

  get rights(): Rights {
    return new Rights(this.role, this.accessPolicies);
  }

  get status(): InvitationStatus {
    if (this.claimedAt) return 'claimed';
    if (this.revokedAt) return 'revoked';
    return this.expiresAt.getTime() <= clock.millis() ? 'expired' : 'pending';
  }

  resend(invitedBy: string | null, expiresInDays?: number): void {
    this.mustNotBeClaimed();
    if (this.revokedAt) throw conflict('invitation_revoked', 'This invitation is revoked.');
    this.invitedBy = invitedBy;
    this.issue(expiresInDays);
    this.record('resent');
  }

  revoke(): void {
    this.mustNotBeClaimed();
    if (this.revokedAt) return;
    this.revokedAt = clock.now();
    this.record('revoked');
  }

  /** Takes the hash of the shown code, since a new code may have been issued after the look-up. */
  mustBeClaimable(codeHash: string): void {
    if (this.codeHash !== codeHash) throw unknownInvitation();
    this.mustNotBeClaimed();
    if (this.status === 'revoked') throw unusable('invitation_revoked', 'This invitation was taken back.');
    if (this.status === 'expired') throw unusable('invitation_expired', 'This invitation has expired.');
  }

  mustBeBackedBy(inviter: Rights | Denial): void {
    if (inviter instanceof Rights && mayGrant(inviter, this.rights)) return;
    throw unusable('invitation_revoked', 'Whoever sent this invitation can no longer give what it offers.');
  }

  claim(memberId: string): void {
    this.claimedAt = clock.now();
    this.memberId = memberId;
    this.record('claimed');
  }

  private issue(expiresInDays = defaultDays): void {
    this.code = makeToken(invitationPrefix, invitationRandomLength);
    this.codeHash = hashToken(this.code);
    this.expiresAt = new Date(clock.millis() + expiresInDays * dayMillis);
  }

  private mustNotBeClaimed(): void {
    if (this.claimedAt) throw conflict('invitation_claimed', 'This invitation is claimed already.');
  }
}

const unusable = (code: string, message: string) => new DomainError('gone', code, message);

export const unknownInvitation = () =>
  new DomainError('not_found', 'invitation_not_found', 'There is no invitation with this code.');

export function hashOfShown(code: string | undefined): string {
  const codeHash = code === undefined ? currentScope().codeHash : hashToken(code);
  mustHold(codeHash !== undefined, 'code', 'required', 'code is missing: send it here, or as the token.');
  return codeHash!;
}
