import { describe, expect, it } from '@jest/globals';
import { invitationPrefix, invitationRandomLength, makeToken } from '@tandem/domain/core/access/tokens';
import { retryUnavailable } from '@tandem/testing/retry-unavailable';
import { useWorld } from '@tandem/testing/world';
import { claim, freshAddress } from './claiming.js';

describe('claiming an invitation over HTTP', () => {
  const world = useWorld({ settings: { TRUST_PROXY: '1' } });
  const { ada, other, bearer, asOwner } = world;
  let guests = 0;
  const invite = async (fields: object = {}) => {
    const response = await ada.post('/invitations', { email: `guest${++guests}@example.com`, ...fields });
    return response.body as { id: string; code: string; email: string };
  };
  const using = (key: string, path = '/me') => bearer(key).get(`${path}`);
  const unknown = () => makeToken(invitationPrefix, invitationRandomLength);

  it('the code alone creates a member with the policies of the invitation and a working key', async () => {
    const project = (await ada.post('/projects', { name: 'Shared' })).body.id as string;
    const resource_filter = { project_ids: [project] };
    const { id, code, email } = await invite({
      role: 'member',
      access_policies: [
        { domain: 'tasks', access_level: 'write', resource_filter },
        { domain: 'notes', access_level: 'none' },
      ],
    });
    const response = await claim(world, { code, name: 'Grace' });
    expect(response.status).toBe(201);
    const { member, access_policies, api_key, ...rest } = response.body;
    expect(rest).toEqual({});
    expect(response.headers.location).toBe(`${world.address}/api/v1/members/${member.id}`);
    expect(member).toMatchObject({ name: 'Grace', email, role: 'member', is_active: true, tenant_id: ada.tenantId });
    expect(member).toEqual((await ada.get(`/members/${member.id}`)).body);
    expect(access_policies).toEqual((await ada.get(`/members/${member.id}/access`)).body);
    expect(access_policies).toMatchObject([
      { member_id: member.id, domain: 'notes', access_level: 'none', resource_filter: null },
      { member_id: member.id, domain: 'tasks', access_level: 'write', resource_filter },
    ]);
    expect((await using(api_key)).body.member.id).toBe(member.id);
    expect((await using(api_key, '/notes')).status).toBe(403);
    const claimed = (await ada.get(`/invitations/${id}`)).body;
    expect(claimed).toMatchObject({ status: 'claimed', member_id: member.id, claimed_at: expect.any(String) });
  });

  it('every effect of a claim is recorded as done by the invitation', async () => {
    const { id } = await invite();
    const { code } = (await ada.post(`/invitations/${id}/resend`, {})).body;
    const { body } = await claim(world, { code });
    const rows = await asOwner<{ type: string; actor_id: string }>(
      `select type, actor_type, actor_id from events
       where tenant_id = $1 and actor_type = 'invitation' and actor_id = $2 order by id`,
      [ada.tenantId, id],
    );
    expect(rows.map(({ type }) => type).sort()).toEqual([
      'access_policy.updated',
      'api_key.created',
      'invitation.claimed',
      'member.created',
    ]);
    expect(body.member.name).toMatch(/^guest\d+$/);
    const reported = await asOwner(
      'select type, is_public from events where tenant_id = $1 and resource_id = $2 order by id',
      [ada.tenantId, id],
    );
    expect(reported).toEqual([
      { type: 'invitation.created', is_public: true },
      { type: 'invitation.resent', is_public: false },
      { type: 'invitation.claimed', is_public: true },
    ]);
  });

  it('one of a hundred concurrent claims creates a member', async () => {
    const { code, email } = await invite();
    const responses = await Promise.all(
      Array.from({ length: 100 }, () => retryUnavailable(() => claim(world, { code }))),
    );
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(1);
    const codes = responses.filter(({ status }) => status !== 201).map(({ body }) => body.code as string);
    expect(new Set(codes)).toEqual(new Set(['invitation_claimed']));
    const text = `select m.id, count(k.id)::int as keys
      from members m join api_keys k on k.member_id = m.id where m.email = $1 group by m.id`;
    expect(await asOwner(text, [email])).toMatchObject([{ keys: 1 }]);
  });

  it('one of two invitations to one address, claimed concurrently, creates the member', async () => {
    const email = 'twice@example.com';
    const codes = [(await invite({ email })).code, (await invite({ email })).code];
    const responses = await Promise.all(codes.map((code) => claim(world, { code })));
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 409]);
    const late = await claim(world, { code: codes[responses.findIndex(({ status }) => status === 409)]! });
    expect([late.status, late.body.code]).toEqual([409, 'member_exists']);
  });

  it('an unknown, used or expired code gets its own error', async () => {
    const revoked = await invite();
    await ada.delete(`/invitations/${revoked.id}`);
    const expired = await invite();
    const text = `update invitations set expires_at = now() - interval '1 s' where id = $1`;
    await asOwner(text, [expired.id]);
    const claimed = await invite();
    await claim(world, { code: claimed.code });
    for (const [code, status, problem] of [
      [unknown(), 404, 'invitation_not_found'],
      [revoked.code, 410, 'invitation_revoked'],
      [expired.code, 410, 'invitation_expired'],
      [claimed.code, 409, 'invitation_claimed'],
    ] as const)
      for (const token of [code, other.key]) {
        const response = await claim(world, { code }, { token });
        expect([response.status, response.body.code]).toEqual([status, problem]);
      }
    const garbled = await claim(world, { code: 'inv_x' }, { token: ada.key });
    expect([garbled.status, garbled.body.code]).toEqual([404, 'invitation_not_found']);
    expect((await claim(world, { name: '' }, { token: ada.key })).status).toBe(422);
  });

  it('an ordinary key as bearer claims in the tenant of the code', async () => {
    const { code } = await invite();
    const response = await claim(world, { code }, { token: other.key });
    expect([response.status, response.body.member.tenant_id]).toEqual([201, ada.tenantId]);
    const own = await invite();
    expect((await claim(world, { code: own.code }, { token: ada.key })).status).toBe(201);
    const row = await asOwner(`select count(*)::int as foreign from events where tenant_id = $1 and member_id = $2`, [
      ada.tenantId,
      other.memberId,
    ]);
    expect(row).toEqual([{ foreign: 0 }]);
  });

  it('the code is a token for claiming only, and a claim requires a token', async () => {
    const { id, code } = await invite({ role: 'owner' });
    for (const path of ['/me', '/tasks', `/invitations/${id}`]) expect((await using(code, path)).status).toBe(401);
    const bare = await world
      .raw('post', '/api/v1/invitations/claim')
      .set('x-forwarded-for', freshAddress())
      .send({ code });
    expect([bare.status, bare.body.code]).toEqual([401, 'unauthenticated']);
    expect((await ada.get(`/invitations/${id}`)).body.status).toBe('pending');
  });

  it('a former member returns as the same member, with the terms of the new invitation', async () => {
    const first = await invite({ role: 'admin', access_policies: [{ domain: 'notes', access_level: 'read' }] });
    const { member, api_key } = (await claim(world, { code: first.code, name: 'Grace' })).body;
    await ada.delete(`/members/${member.id}`);
    const again = await invite({ email: first.email, role: 'viewer' });
    const back = await claim(world, { code: again.code });
    expect(back.body.member).toMatchObject({ id: member.id, name: 'Grace', role: 'viewer', is_active: true });
    expect(back.body.access_policies).toEqual([]);
    expect((await using(api_key)).status).toBe(401);
    expect((await using(back.body.api_key)).status).toBe(200);
  });

  it('a claim retried with its Idempotency-Key gets the same response, the key included', async () => {
    const { code } = await invite();
    const headers = { 'idempotency-key': 'claim-1' };
    const first = await claim(world, { code }, { headers });
    const second = await claim(world, { code }, { headers });
    expect([first.status, second.status, second.headers['idempotent-replayed']]).toEqual([201, 201, 'true']);
    expect(second.body).toEqual(first.body);
    const bare = await invite();
    const byToken = () => claim(world, undefined, { token: bare.code, headers });
    const [one, two] = [await byToken(), await byToken()];
    expect([one.status, two.body]).toEqual([201, one.body]);
    const lost = await claim(world, { code: unknown() }, { headers });
    expect([lost.status, lost.body.code]).toEqual([404, 'invitation_not_found']);
  });

  it('an address has ten attempts per minute', async () => {
    const address = freshAddress();
    const { code } = await invite();
    for (let i = 0; i < 10; i++) expect((await claim(world, { code: unknown() }, { address })).status).toBe(404);
    const eleventh = await claim(world, { code }, { address });
    expect([eleventh.status, eleventh.body.code]).toEqual([429, 'rate_limited']);
    expect(Number(eleventh.headers['retry-after'])).toBeGreaterThan(0);
    expect((await claim(world, { code })).status).toBe(201);
  });
});
