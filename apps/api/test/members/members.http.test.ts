import { describe, expect, it } from '@jest/globals';
import { eventually } from '@tandem/testing/eventually';
import { type Caller, useWorld } from '@tandem/testing/world';

const nobody = '019ab1c2-0000-7000-8000-000000000000';

describe('members over HTTP', () => {
  const { ada, other, raw, tenant, withKey, member, asOwner } = useWorld();
  const shown = async (id: string) => (await ada.get(`/members/${id}`)).body;
  const withRole = (role: string, of = ada) => member(of, [], role);
  const types = async (of: Caller, id: string) => {
    const text = 'select type from events where tenant_id = $1 and resource_id = $2 order by id';
    return (await asOwner<{ type: string }>(text, [of.tenantId, id])).map(({ type }) => type);
  };

  it('a member is shown with every field', async () => {
    const response = await ada.get(`/members/${ada.memberId}`);
    expect([response.status, response.body]).toEqual([
      200,
      {
        id: ada.memberId,
        tenant_id: ada.tenantId,
        name: 'Ada',
        email: 'ada@example.com',
        role: 'owner',
        is_active: true,
        metadata: {},
        created_at: expect.any(String),
        updated_at: expect.any(String),
      },
    ]);
  });

  it('members are listed by role, activity and words, without those of other tenants', async () => {
    const viewer = await withRole('viewer');
    const deleted = await withRole('viewer');
    await ada.delete(`/members/${deleted.memberId}`);
    const ids = async (query: string) =>
      ((await ada.get(`/members?${query}`)).body.data as { id: string }[]).map(({ id }) => id);
    expect(await ids('role=owner')).toEqual([ada.memberId]);
    expect(await ids('role=viewer&is_active=true')).toEqual([viewer.memberId]);
    expect(await ids('is_active=false')).toEqual([deleted.memberId]);
    expect(await ids('q=ADA%40')).toEqual([ada.memberId]);
    expect(await ids('limit=100')).not.toContain(other.memberId);
    expect((await ada.get('/members?role=king')).status).toBe(400);
  });

  it('an update keeps omitted fields, and is recorded', async () => {
    const bob = await withRole('member');
    const changed = await ada.patch(`/members/${bob.memberId}`, { role: 'admin', metadata: { team: 'blue' } });
    expect(changed.body).toMatchObject({ role: 'admin', name: 'Bob', metadata: { team: 'blue' } });
    expect((await ada.patch(`/members/${bob.memberId}`, { metadata: null })).body).toMatchObject({ metadata: {} });
    expect(await shown(bob.memberId)).toMatchObject({ role: 'admin', metadata: {} });
    expect(await types(ada, bob.memberId)).toEqual(['member.updated', 'member.updated']);
  });

  it('a new role applies at once', async () => {
    const bob = await withRole('member');
    expect((await bob.get('/members')).status).toBe(403);
    await ada.patch(`/members/${bob.memberId}`, { role: 'admin' });
    await eventually(async () => expect((await bob.get('/members')).status).toBe(200), 1000);
    await ada.patch(`/members/${bob.memberId}`, { role: 'viewer' });
    await eventually(async () => expect((await bob.post('/tasks', { title: 'x' })).status).toBe(403), 1000);
  });

  it('a deactivated member remains, without a working key', async () => {
    const bob = await withRole('member');
    expect((await bob.get('/me')).status).toBe(200);
    expect((await ada.delete(`/members/${bob.memberId}`)).status).toBe(204);
    await eventually(async () => expect((await bob.get('/me')).status).toBe(401), 1000);
    expect(await shown(bob.memberId)).toMatchObject({ is_active: false });
    expect((await ada.delete(`/members/${bob.memberId}`)).status).toBe(204);
    expect(await types(ada, bob.memberId)).toEqual(['member.deactivated']);
    const keys = await asOwner('select revoked_at is not null as revoked from api_keys where member_id = $1', [
      bob.memberId,
    ]);
    expect(keys).toEqual([{ revoked: true }]);
  });

  it('the last owner cannot be demoted, removed or deprived of access', async () => {
    const demoted = await ada.patch(`/members/${ada.memberId}`, { role: 'admin' });
    expect([demoted.status, demoted.body.code]).toEqual([409, 'last_owner']);
    const removed = await ada.delete(`/members/${ada.memberId.toUpperCase()}`);
    expect([removed.status, removed.body.code]).toEqual([409, 'last_owner']);
    const access = (policies: object[]) => ada.put(`/members/${ada.memberId}/access`, { access_policies: policies });
    for (const domain of ['*', 'members']) {
      const shut = await access([{ domain, access_level: 'read' }]);
      expect([shut.status, shut.body.code]).toEqual([409, 'last_owner']);
    }
    expect((await access([{ domain: 'usage', access_level: 'none' }])).status).toBe(200);
    expect((await ada.patch(`/members/${ada.memberId}`, { role: 'owner', name: 'Ada L.' })).status).toBe(200);
    expect((await ada.get('/me')).status).toBe(200);
  });

  it('an owner who cannot administer members does not count as another owner', async () => {
    const first = await tenant('Shut');
    const second = await withRole('owner', first);
    const shut = { access_policies: [{ domain: 'members', access_level: 'none' }] };
    expect((await first.put(`/members/${second.memberId}/access`, shut)).status).toBe(200);
    for (const response of [
      await first.patch(`/members/${first.memberId}`, { role: 'member' }),
      await first.delete(`/members/${first.memberId}`),
      await first.put(`/members/${first.memberId}/access`, shut),
    ])
      expect([response.status, response.body.code]).toEqual([409, 'last_owner']);
    expect((await first.patch(`/members/${second.memberId}`, { role: 'member' })).status).toBe(200);
  });

  it('one owner remains when owners concurrently demote and remove each other', async () => {
    for (let round = 0; round < 5; round++) {
      const first = await tenant(`Owners ${round}`);
      const second = await withRole('owner', first);
      const responses = await Promise.all([
        first.patch(`/members/${second.memberId}`, { role: 'member' }),
        round % 2
          ? second.delete(`/members/${first.memberId}`)
          : second.patch(`/members/${first.memberId}`, { role: 'admin' }),
      ]);
      const owners = await asOwner(`select id from members where tenant_id = $1 and role = 'owner' and is_active`, [
        first.tenantId,
      ]);
      expect(owners).toHaveLength(1);
      expect(responses.filter(({ status }) => status < 300)).toHaveLength(1);
      expect(responses.filter(({ status }) => status >= 500)).toEqual([]);
    }
  });

  it('one administrator of members remains when an owner removes the access of the one who demotes them', async () => {
    for (let round = 0; round < 5; round++) {
      const first = await tenant(`Shut out ${round}`);
      const second = await withRole('owner', first);
      const shut = { access_policies: [{ domain: 'members', access_level: 'none' }] };
      const [shutOut, demoted] = await Promise.all([
        first.put(`/members/${second.memberId}/access`, shut),
        second.patch(`/members/${first.memberId}`, { role: 'admin' }),
      ]);
      const [done, refused] = [shutOut.status, demoted.status].sort();
      expect(done).toBe(200);
      // A request that starts after the other no longer sees the member, or may no longer change it.
      const late = shutOut.status === 200 ? 404 : 403;
      expect([409, late]).toContain(refused);
    }
  });

  it('nobody can grant a role above their own, or change a member above them', async () => {
    const admin = await withRole('admin');
    const bob = await withRole('member');
    for (const response of [
      await admin.patch(`/members/${bob.memberId}`, { role: 'owner' }),
      await admin.patch(`/members/${admin.memberId}`, { role: 'owner' }),
      await admin.patch(`/members/${ada.memberId}`, { name: 'Eve' }),
      await admin.delete(`/members/${ada.memberId}`),
      await admin.put(`/members/${ada.memberId}/access`, { access_policies: [] }),
    ])
      expect([response.status, response.body.code]).toEqual([403, 'exceeds_own_rights']);
    expect((await admin.patch(`/members/${bob.memberId}`, { role: 'admin' })).status).toBe(200);
    const narrow = await withKey(ada, { scopes: ['members:write'] });
    const carl = await withRole('viewer');
    const raised = await narrow.patch(`/members/${carl.memberId}`, { role: 'member' });
    expect([raised.status, raised.body.code]).toEqual([403, 'exceeds_own_rights']);
    expect((await narrow.patch(`/members/${carl.memberId}`, { name: 'Carl' })).status).toBe(200);
  });

  it('invalid values are reported with their pointers', async () => {
    const response = await ada.patch(`/members/${ada.memberId}`, { role: 'king', name: '', email: 'new@example.com' });
    expect(response.status).toBe(422);
    const pointers = (response.body.errors as { pointer: string }[]).map(({ pointer }) => pointer);
    expect(pointers.sort()).toEqual(['/email', '/name', '/role']);
  });

  it('a member of another tenant does not exist, and every operation requires a token and a right', async () => {
    const bob = await withRole('member');
    for (const [method, path, body] of [
      ['get', '', undefined],
      ['patch', '', { name: 'x' }],
      ['delete', '', undefined],
      ['get', '/access', undefined],
      ['put', '/access', { access_policies: [] }],
    ] as const) {
      for (const id of [other.memberId, nobody]) {
        const call = ada[method] as (path: string, body?: unknown) => ReturnType<Caller['get']>;
        expect([method, path, (await call(`/members/${id}${path}`, body)).status]).toEqual([method, path, 404]);
      }
      expect((await raw(method, `/api/v1/members/${ada.memberId}${path}`)).status).toBe(401);
      const limited = bob[method] as (path: string, body?: unknown) => ReturnType<Caller['get']>;
      expect((await limited(`/members/${ada.memberId}${path}`, body)).status).toBe(404);
    }
    expect((await raw('get', '/api/v1/members')).status).toBe(401);
    expect((await bob.get('/members')).status).toBe(403);
    expect((await ada.get('/members/one')).status).toBe(400);
  });
});
