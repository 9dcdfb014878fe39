import { describe, expect, it } from '@jest/globals';
import { hashToken, hasValidChecksum } from '@tandem/domain/core/access/tokens';
import { useWorld } from '@tandem/testing/world';
import { claim } from './claiming.js';

const days = (count: number) => count * 86_400_000;

describe('invitations over HTTP', () => {
  const world = useWorld({ settings: { TRUST_PROXY: '1' } });
  const { ada, other, raw, withKey, member, asOwner } = world;
  let guests = 0;
  const invite = async (fields: object = {}, by = ada) =>
    by.post('/invitations', { email: `guest${++guests}@example.com`, ...fields });
  const shown = async (id: string) => (await ada.get(`/invitations/${id}`)).body;

  it('an address with format characters equals the one without', async () => {
    expect((await invite({ email: '\u202aeve@exam\u200bple.com\u202c' })).body.email).toBe('eve@example.com');
  });

  it('the code is shown once, in the documented format, and stored only as a hash', async () => {
    const created = await ada.post('/invitations', { email: ' Bob@Example.com'.trim() });
    expect(created.status).toBe(201);
    expect(created.headers.location).toBe(`${world.address}/api/v1/invitations/${created.body.id}`);
    const { code, ...rest } = created.body;
    expect(code).toMatch(/^inv_[0-9A-Za-z]{38}$/);
    expect(hasValidChecksum(code, 'inv_', 32)).toBe(true);
    expect(rest).toMatchObject({
      tenant_id: ada.tenantId,
      email: 'bob@example.com',
      role: 'member',
      access_policies: [],
      status: 'pending',
      invited_by: ada.memberId,
      member_id: null,
      claimed_at: null,
      revoked_at: null,
    });
    expect(await shown(rest.id)).toEqual(rest);
    const dump = await asOwner<{ row: string }>(
      `select t::text as row from invitations t union all select t::text from invitation_hashes t
       union all select t::text from events t`,
    );
    expect(dump.filter(({ row }) => row.includes(code))).toEqual([]);
    expect(dump.some(({ row }) => row.includes(hashToken(code)))).toBe(true);
    expect(dump.filter(({ row }) => row.includes('invitation.') && row.includes(hashToken(code)))).toEqual([]);
  });

  it('an invitation lasts seven days, or as many as requested', async () => {
    const lasting = async (fields: object) => {
      const { expires_at, created_at } = (await invite(fields)).body;
      return new Date(expires_at as string).getTime() - new Date(created_at as string).getTime();
    };
    expect(Math.abs((await lasting({})) - days(7))).toBeLessThan(1000);
    expect(Math.abs((await lasting({ expires_in_days: 30 })) - days(30))).toBeLessThan(1000);
    for (const expires_in_days of [0, 31, 1.5, '7'])
      expect((await invite({ expires_in_days })).body.errors).toMatchObject([{ pointer: '/expires_in_days' }]);
  });

  it('faults are reported with their pointers', async () => {
    const response = await ada.post('/invitations', {
      email: 'nobody',
      role: 'king',
      access_policies: [{ domain: 'cats', access_level: 'read' }],
    });
    expect(response.status).toBe(422);
    const pointers = (response.body.errors as { pointer: string }[]).map(({ pointer }) => pointer);
    expect(pointers.sort()).toEqual(['/access_policies/0/domain', '/email', '/role']);
    const theirs = (await other.post('/projects', { name: 'Theirs' })).body.id as string;
    const tasks = { domain: 'tasks', access_level: 'read', resource_filter: { project_ids: [theirs] } };
    expect((await invite({ access_policies: [tasks, tasks] })).body.errors).toMatchObject([
      { pointer: '/access_policies/0/resource_filter/project_ids/0', code: 'not_found' },
      { pointer: '/access_policies/1/domain', code: 'duplicate' },
      { pointer: '/access_policies/1/resource_filter/project_ids/0', code: 'not_found' },
    ]);
  });

  it('an active member is not invited again', async () => {
    const response = await invite({ email: 'ADA@example.com' });
    expect([response.status, response.body.code]).toEqual([409, 'member_exists']);
  });

  it('a test key cannot invite', async () => {
    const test = await withKey(ada, { environment: 'test' });
    const { id } = (await invite()).body;
    for (const response of [await invite({}, test), await test.post(`/invitations/${id}/resend`, {})])
      expect([response.status, response.body.code]).toEqual([403, 'test_key']);
  });

  it('a member cannot offer more rights than they have', async () => {
    const admin = await member(ada, [{ domain: 'tasks', access_level: 'read' }], 'admin');
    const none = [{ domain: 'tasks', access_level: 'none' }];
    for (const fields of [
      { role: 'owner', access_policies: none },
      { role: 'member' },
      { role: 'member', access_policies: [{ domain: 'tasks', access_level: 'write' }] },
    ]) {
      const response = await invite(fields, admin);
      expect([fields, response.status, response.body.code]).toEqual([fields, 403, 'exceeds_own_rights']);
    }
    expect((await invite({ role: 'member', access_policies: none }, admin)).status).toBe(201);
    const wide = (await invite({ role: 'owner' })).body;
    const resent = await admin.post(`/invitations/${wide.id}/resend`, {});
    expect([resent.status, resent.body.code, resent.body.errors]).toEqual([403, 'exceeds_own_rights', undefined]);
  });

  it('invitations are listed by status, without their codes or those of other tenants', async () => {
    const tenant = await world.tenant('Listing');
    const created: { id: string; code: string }[] = [];
    for (let i = 0; i < 4; i++) created.push((await invite({}, tenant)).body);
    const [pending, claimed, revoked, expired] = created as [
      (typeof created)[0],
      (typeof created)[0],
      (typeof created)[0],
      (typeof created)[0],
    ];
    expect((await claim(world, { code: claimed.code })).status).toBe(201);
    await tenant.delete(`/invitations/${revoked.id}`);
    const text = `update invitations set expires_at = now() - interval '1 s' where id = $1`;
    await asOwner(text, [expired.id]);
    for (const [status, { id }] of Object.entries({ pending, claimed, revoked, expired })) {
      const { body } = await tenant.get(`/invitations?status=${status}`);
      expect(body.data).toMatchObject([{ id, status }]);
      expect(JSON.stringify(body)).not.toContain('inv_');
    }
    expect((await tenant.get('/invitations')).body.data).toHaveLength(4);
    expect((await tenant.get('/invitations?status=lost')).status).toBe(400);
  });

  it('resending replaces the code and extends the expiry', async () => {
    const first = (await invite({ expires_in_days: 1 })).body;
    const second = await ada.post(`/invitations/${first.id}/resend`, { expires_in_days: 30 });
    expect([second.status, second.body.id]).toEqual([200, first.id]);
    expect(second.body.code).not.toBe(first.code);
    expect(second.body.expires_at > first.expires_at).toBe(true);
    const old = await claim(world, { code: first.code });
    expect([old.status, old.body.code]).toEqual([404, 'invitation_not_found']);
    expect((await claim(world, { code: second.body.code })).status).toBe(201);
    const again = await ada.post(`/invitations/${first.id}/resend`, {});
    expect([again.status, again.body.code]).toEqual([409, 'invitation_claimed']);
  });

  it('a revoked invitation stays revoked, and a claimed one cannot be revoked', async () => {
    const created = (await invite()).body;
    expect((await ada.delete(`/invitations/${created.id}`)).status).toBe(204);
    expect((await ada.delete(`/invitations/${created.id}`)).status).toBe(204);
    expect(await shown(created.id)).toMatchObject({ status: 'revoked', revoked_at: expect.any(String) });
    const resent = await ada.post(`/invitations/${created.id}/resend`, {});
    expect([resent.status, resent.body.code]).toEqual([409, 'invitation_revoked']);
    const claimed = (await invite()).body;
    await claim(world, { code: claimed.code });
    const refused = await ada.delete(`/invitations/${claimed.id}`);
    expect([refused.status, refused.body.code]).toEqual([409, 'invitation_claimed']);
  });

  it('an invitation of another tenant does not exist, and every operation requires a token and a right', async () => {
    const theirs = (await invite({}, other)).body.id as string;
    const bob = await member(ada, []);
    for (const caller of [ada, bob])
      for (const response of [
        await caller.get(`/invitations/${theirs}`),
        await caller.delete(`/invitations/${theirs}`),
        await caller.post(`/invitations/${theirs}/resend`, {}),
      ])
        expect(response.status).toBe(404);
    expect([(await bob.get('/invitations')).status, (await invite({}, bob)).status]).toEqual([403, 403]);
    for (const [method, path] of [
      ['get', ''],
      ['post', ''],
      ['get', `/${theirs}`],
      ['delete', `/${theirs}`],
      ['post', `/${theirs}/resend`],
    ] as const)
      expect((await raw(method, `/api/v1/invitations${path}`)).status).toBe(401);
  });
});
