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

/** An offer of membership. Whoever has its code may claim it once; the code is known only at the moment it is issued. */
export class Invitation extends Entity {
  static readonly noun = 'invitation';
  static override readonly channels = ['members'];
  email: string;
  role: Role;
  accessPolicies: Policy[];
  /** The member who sent the present code, and must have the right to give what it offers; null for the operator. */
  invitedBy: string | null;
  memberId: string | null = null;
  codeHash!: string;
  expiresAt!: Date;
  claimedAt: Date | null = null;
  revokedAt: Date | null = null;
  /** The code in clear, right after it was issued; never stored. */
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

  /** What a claim gives. */
  get rights(): Rights {
    return new Rights(this.role, this.accessPolicies);
  }

  get status(): InvitationStatus {
    if (this.claimedAt) return 'claimed';
    if (this.revokedAt) return 'revoked';
    return this.expiresAt.getTime() <= clock.millis() ? 'expired' : 'pending';
  }

  /** Issues a new code; the one before is worth nothing from then on. */
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

  /** `codeHash` is that of the code that the claimant showed: a new code may have been issued since the invitation was looked up. */
  mustBeClaimable(codeHash: string): void {
    if (this.codeHash !== codeHash) throw unknownInvitation();
    this.mustNotBeClaimed();
    if (this.status === 'revoked') throw spent('invitation_revoked', 'This invitation was taken back.');
    if (this.status === 'expired') throw spent('invitation_expired', 'This invitation has expired.');
  }

  /** `inviter`: the present rights of whoever sent the code, or why they have none. */
  mustBeBackedBy(inviter: Rights | Denial): void {
    if (inviter instanceof Rights && mayGrant(inviter, this.rights)) return;
    throw spent('invitation_revoked', 'Whoever sent this invitation can no longer give what it offers.');
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

const spent = (code: string, message: string) => new DomainError('gone', code, message);

export const unknownInvitation = () =>
  new DomainError('not_found', 'invitation_not_found', 'There is no invitation with this code.');

/** Hash of the code that the caller shows in the body or, where there is none, as the token. */
export function hashOfShown(code: string | undefined): string {
  const codeHash = code === undefined ? currentScope().codeHash : hashToken(code);
  mustHold(codeHash !== undefined, 'code', 'required', 'code is missing: send it here, or as the token.');
  return codeHash!;
}
