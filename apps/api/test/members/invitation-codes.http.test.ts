import { describe, expect, it } from '@jest/globals';
import { invitationPrefix, invitationRandomLength, makeToken } from '@tandem/domain/core/access/tokens';
import { useWorld } from '@tandem/testing/world';
import { claim } from './claiming.js';

describe('the code of an invitation as bearer token', () => {
  const world = useWorld({ settings: { TRUST_PROXY: '1' } });
  const { ada } = world;
  let guests = 0;
  const invite = async () =>
    (await ada.post('/invitations', { email: `guest${++guests}@example.com` })).body as {
      id: string;
      code: string;
      email: string;
    };
  const unknown = () => makeToken(invitationPrefix, invitationRandomLength);

  it('suffices, with a name or without a body', async () => {
    const [bare, named] = [await invite(), await invite()];
    expect((await claim(world, undefined, { token: bare.code })).status).toBe(201);
    const response = await claim(world, { name: 'Grace' }, { token: named.code });
    expect([response.status, response.body.member.name]).toEqual([201, 'Grace']);
    const again = await claim(world, undefined, { token: named.code });
    expect([again.status, again.body.code]).toEqual([409, 'invitation_claimed']);
  });

  it('is overridden by a code in the body, and no code at all is a fault of the body', async () => {
    const [token, inBody] = [await invite(), await invite()];
    const response = await claim(world, { code: inBody.code }, { token: token.code });
    expect([response.status, response.body.member.email]).toEqual([201, inBody.email]);
    expect((await ada.get(`/invitations/${token.id}`)).body.status).toBe('pending');
    const none = await claim(world, { name: 'Grace' }, { token: ada.key });
    expect([none.status, none.body.errors]).toMatchObject([422, [{ pointer: '/code', code: 'required' }]]);
  });

  it('is an unknown invitation if mistyped, and a missing token names what to send', async () => {
    const { id, code } = await invite();
    const mistyped = `${code.slice(0, -1)}${code.endsWith('a') ? 'b' : 'a'}`;
    for (const token of [unknown(), mistyped, code.slice(0, -3), `${code}x`, `${code.slice(0, -1)}!`, 'inv_', 'guess'])
      for (const body of [undefined, { name: 'Grace' }, { code: token }]) {
        const response = await claim(world, body, { token });
        expect([response.status, response.body.code]).toEqual([404, 'invitation_not_found']);
      }
    for (const token of ['', 'wsk_live_guess', 'a.b.c']) {
      const response = await claim(world, { name: 'Grace' }, { token });
      expect([response.status, response.body.code]).toEqual([401, 'unauthenticated']);
      expect(response.body.detail).toContain('Authorization: Bearer inv_…');
    }
    expect((await ada.get(`/invitations/${id}`)).body.status).toBe('pending');
  });
});
