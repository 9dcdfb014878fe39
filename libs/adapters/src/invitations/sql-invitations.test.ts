import { describe, expect, it } from '@jest/globals';
import { Invitation, invitationStatuses } from '@tandem/domain/invitations/invitation';
import { Member } from '@tandem/domain/members/member';
import { Members } from '@tandem/domain/members/members.port';
import { storeContract } from '@tandem/testing/store-contract';
import { useStore } from '@tandem/testing/use-store';
import { SqlInvitations } from './sql-invitations.js';

const make = (number: number) =>
  new Invitation({ email: `guest${number}@example.com`, role: 'viewer', accessPolicies: [] }, null);

storeContract(SqlInvitations, {
  make,
  change: (invitation) => invitation.revoke(),
  records: { added: ['invitation.created'], changed: ['invitation.revoked'] },
});

describe('SqlInvitations', () => {
  const { ours, get } = useStore(SqlInvitations);

  it('shows and lists an invitation by the status that its getter returns', () =>
    ours(async (invitations) => {
      const member = await get(Members).add(new Member({ name: 'Bob', email: 'bob@example.com', role: 'viewer' }));
      const [past, future] = [-60_000, 60_000].map((millis) => new Date(Date.now() + millis));
      const fates = [{}, { claimedAt: past, memberId: member.id }, { revokedAt: past }];
      const states = fates.flatMap((fate) => [past, future].map((expiresAt) => ({ ...fate, expiresAt })));
      const seen = new Set<string>();
      for (const [number, state] of states.entries()) {
        const { id } = await invitations.add(Object.assign(make(number), state));
        const { status } = await invitations.one(id);
        const { json } = await invitations.read(id);
        const listed = await Promise.all(
          invitationStatuses.map(async (one) => (await invitations.page({ status: one })).items),
        );
        const under = invitationStatuses.filter((_, at) => listed[at]!.some((item) => item.json.includes(id)));
        expect([(JSON.parse(json) as { status: string }).status, under]).toEqual([status, [status]]);
        seen.add(status);
      }
      expect([...seen].sort()).toEqual([...invitationStatuses].sort());
    }));
});
