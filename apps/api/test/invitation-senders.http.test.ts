import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { claim } from './claiming.js';
import { grant, grantedMember } from './granted-member.js';
import { type Caller, openWorld, type World } from './world.js';

describe('who sent an invitation answers for it', () => {
  let world: World;
  let ada: Caller;
  let guests = 0;

  beforeAll(async () => {
    world = await openWorld({ TRUST_PROXY: '1' });
    ada = await world.tenant();
  });
  afterAll(() => world.close());

  it('a code is worth nothing once its sender left or could no longer give what it offers', async () => {
    const sender = () => grantedMember(world, ada, [{ domain: 'tasks', access_level: 'write' }], 'admin');
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
