import { describe, expect, it } from '@jest/globals';
import { type Caller, useWorld } from '@tandem/testing/world';
import { claim } from './claiming.js';

describe('an invitation depends on its sender', () => {
  const world = useWorld({ settings: { TRUST_PROXY: '1' } });
  const { ada, member, grant } = world;
  let guests = 0;

  it('its code is invalid once the sender has left or could no longer grant what it offers', async () => {
    const sender = () => member(ada, [{ domain: 'tasks', access_level: 'write' }], 'admin');
    const access_policies = [{ domain: 'tasks', access_level: 'write' }];
    const sentBy = async (by: Caller, role: string) =>
      (await by.post('/invitations', { email: `guest${++guests}@example.com`, role, access_policies })).body;
    for (const [role, loses] of [
      ['viewer', (from: Caller) => ada.delete(`/members/${from.memberId}`)],
      ['admin', (from: Caller) => ada.patch(`/members/${from.memberId}`, { role: 'member' })],
      ['viewer', (from: Caller) => grant(ada, from, [{ domain: 'tasks', access_level: 'read' }])],
    ] as const) {
      const from = await sender();
      const { id, code } = await sentBy(from, role);
      expect((await loses(from)).status).toBeLessThan(300);
      const { status, body } = await claim(world, { code });
      expect([role, status, body.code]).toEqual([role, 410, 'invitation_revoked']);
      const resent = (await ada.post(`/invitations/${id}/resend`, {})).body;
      expect(resent.invited_by).toBe(ada.memberId);
      expect((await claim(world, { code: resent.code })).status).toBe(201);
    }
  });
});
