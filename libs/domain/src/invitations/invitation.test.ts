import { describe, expect, it, jest } from '@jest/globals';
import { asTenant } from '@tandem/testing/as-tenant';
import { takeRecorded } from '../core/entity.js';
import { newId } from '../core/id.js';
import { hashToken } from '../core/access/tokens.js';
import { Invitation } from './invitation.js';

const created = (expiresInDays?: number) =>
  asTenant(
    newId(),
    () => new Invitation({ email: ' Bob@Example.com ', role: 'member', accessPolicies: [], expiresInDays }, null),
  );
const code = (of: string) => expect.objectContaining({ code: of });

describe('an invitation', () => {
  it('is pending, with a normalised address, and is found by the hash of its code', () => {
    const invitation = created();
    expect(invitation).toMatchObject({ status: 'pending', email: 'bob@example.com' });
    expect(invitation.codeHash).toBe(hashToken(invitation.code!));
    expect(() => invitation.mustBeClaimable(invitation.codeHash)).not.toThrow();
  });

  it('expires at its time', () => {
    jest.useFakeTimers();
    try {
      const invitation = created(2);
      jest.advanceTimersByTime(2 * 86_400_000 - 1);
      expect(invitation.status).toBe('pending');
      jest.advanceTimersByTime(1);
      expect(invitation.status).toBe('expired');
      expect(() => invitation.mustBeClaimable(invitation.codeHash)).toThrow(code('invitation_expired'));
      invitation.resend(null);
      expect(invitation.status).toBe('pending');
    } finally {
      jest.useRealTimers();
    }
  });

  it('can be claimed once, and then neither resent nor revoked', () => {
    const invitation = created();
    invitation.claim(newId());
    expect(invitation.status).toBe('claimed');
    for (const attempt of [
      () => invitation.mustBeClaimable(invitation.codeHash),
      () => invitation.resend(null),
      () => invitation.revoke(),
    ])
      expect(attempt).toThrow(code('invitation_claimed'));
  });

  it('is revoked permanently, and records it once', () => {
    const invitation = created();
    invitation.revoke();
    invitation.revoke();
    expect(() => invitation.resend(null)).toThrow(code('invitation_revoked'));
    expect(() => invitation.mustBeClaimable(invitation.codeHash)).toThrow(
      expect.objectContaining({ kind: 'gone', code: 'invitation_revoked' }),
    );
    expect(takeRecorded(invitation).map(({ type }) => type)).toEqual(['invitation.created', 'invitation.revoked']);
  });

  it('accepts only the new code after a resend', () => {
    const invitation = created();
    const { codeHash } = invitation;
    invitation.resend(null);
    expect(() => invitation.mustBeClaimable(codeHash)).toThrow(code('invitation_not_found'));
    expect(takeRecorded(invitation).map(({ type }) => type)).toEqual(['invitation.created', 'invitation.resent']);
  });
});
