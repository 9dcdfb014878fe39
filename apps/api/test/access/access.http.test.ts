import { describe, expect, it, jest } from '@jest/globals';
import { eventually } from '@tandem/testing/eventually';
import { type AccessPolicy, useWorld } from '@tandem/testing/world';

const nobody = '019ab1c2-0000-7000-8000-000000000000';

describe('access policies over HTTP', () => {
  const world = useWorld();
  const { ada, other, withKey, member, grant, asOwner } = world;
  const give = (to: { memberId: string }, policies: AccessPolicy[], by = ada) => grant(by, to, policies);
  const accessOf = async ({ memberId }: { memberId: string }) => (await ada.get(`/members/${memberId}/access`)).body;
  const somebody = (policies: AccessPolicy[], role?: string) => member(ada, policies, role);
  const created = async (path: string, body: object) => (await ada.post(path, body)).body.id as string;

  it('policies are a bare array, sorted by domain', async () => {
    const bob = await somebody([]);
    expect(await accessOf(bob)).toEqual([]);
    const put = await give(bob, [
      { domain: 'tasks', access_level: 'read' },
      { domain: '*', access_level: 'write', resource_filter: null },
      { domain: 'notes', access_level: 'none' },
    ]);
    expect(put.body.map(({ domain }: AccessPolicy) => domain)).toEqual(['*', 'notes', 'tasks']);
    expect(put.body[2]).toEqual({
      member_id: bob.memberId,
      tenant_id: ada.tenantId,
      domain: 'tasks',
      access_level: 'read',
      resource_filter: null,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    expect(await accessOf(bob)).toEqual(put.body);
  });

  it('replacing policies replaces all of them, as one event', async () => {
    const bob = await somebody([
      { domain: 'tasks', access_level: 'read' },
      { domain: 'notes', access_level: 'read' },
    ]);
    const before = await accessOf(bob);
    await give(bob, [{ domain: 'tasks', access_level: 'write' }]);
    const after = await accessOf(bob);
    expect(after).toMatchObject([{ domain: 'tasks', access_level: 'write', created_at: before[1].created_at }]);
    const text = `select type, data, metadata from events
      where tenant_id = $1 and resource_id = $2 order by id desc limit 1`;
    const [event] = await asOwner<{ type: string; data: unknown; metadata: unknown }>(text, [
      ada.tenantId,
      bob.memberId,
    ]);
    expect(event).toMatchObject({
      type: 'access_policy.updated',
      data: { member_id: bob.memberId, tenant_id: ada.tenantId, access_policies: after },
      metadata: { changes: { access_policies: { to: [{ domain: 'tasks', access_level: 'write' }] } } },
    });
  });

  it('one of several concurrent replacements takes effect completely', async () => {
    const bob = await somebody([]);
    const sets = ['read', 'write', 'none'].map((access_level) =>
      ['tasks', 'notes', 'contacts'].map((domain) => ({ domain, access_level })),
    );
    const responses = await Promise.all([...sets, ...sets].map((set) => give(bob, set)));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    const levels = (await accessOf(bob)).map(({ access_level }: AccessPolicy) => access_level);
    expect([levels.length, new Set(levels).size]).toEqual([3, 1]);
  });

  it('a policy takes effect at once, and a specific one overrides the one for all domains', async () => {
    const bob = await somebody([]);
    const adds = async () => (await bob.post('/tasks', { title: 'one' })).status;
    expect(await adds()).toBe(201);
    await give(bob, [
      { domain: '*', access_level: 'none' },
      { domain: 'tasks', access_level: 'read' },
    ]);
    await eventually(async () => expect(await adds()).toBe(403), 1000);
    expect((await bob.post('/tasks', { title: 'two' })).body.scope).toBe('tasks:write');
    expect((await bob.get('/tasks')).status).toBe(200);
    expect((await bob.get('/contacts')).status).toBe(403);
    await give(bob, []);
    await eventually(async () => expect(await adds()).toBe(201), 1000);
  });

  it('an invalid policy is reported with its pointer, together with all other faults', async () => {
    const bob = await somebody([]);
    const project = await created('/projects', { name: 'Ours' });
    const theirs = (await other.post('/projects', { name: 'Theirs' })).body.id as string;
    const response = await give(bob, [
      { domain: 'tasks', access_level: 'read', resource_filter: { project_ids: [project, theirs, nobody] } },
      { domain: 'tasks', access_level: 'write' },
      { domain: 'notes', access_level: 'read', resource_filter: { notebook_ids: [nobody] } },
      { domain: 'contacts', access_level: 'read', resource_filter: { project_ids: [project] } },
      { domain: 'projects', access_level: 'read', resource_filter: {} },
    ]);
    expect(response.status).toBe(422);
    const found = (response.body.errors as { pointer: string; code: string }[]).map(({ pointer, code }) => [
      pointer,
      code,
    ]);
    expect(found).toEqual([
      ['/access_policies/0/resource_filter/project_ids/1', 'not_found'],
      ['/access_policies/0/resource_filter/project_ids/2', 'not_found'],
      ['/access_policies/1/domain', 'duplicate'],
      ['/access_policies/2/resource_filter/notebook_ids/0', 'not_found'],
      ['/access_policies/3/resource_filter/project_ids', 'not_applicable'],
      ['/access_policies/4/resource_filter', 'not_one'],
    ]);
    expect(await accessOf(bob)).toEqual([]);
    const wrong = await give(bob, [{ domain: 'cats', access_level: 'all', resource_filter: { ids: [] } }]);
    expect((wrong.body.errors as { pointer: string }[]).map(({ pointer }) => pointer).sort()).toEqual([
      '/access_policies/0/access_level',
      '/access_policies/0/domain',
      '/access_policies/0/resource_filter/ids',
    ]);
  });

  it('a filter names up to a thousand records, looked up in one query', async () => {
    const bob = await somebody([]);
    const project = await created('/projects', { name: 'Many' });
    const naming = (count: number, id: string) =>
      give(bob, [
        { domain: 'tasks', access_level: 'read', resource_filter: { project_ids: Array(count).fill(id) } },
        { domain: 'projects', access_level: 'read', resource_filter: { project_ids: Array(count).fill(id) } },
      ]);
    const batch = jest.spyOn(world.api.database, 'batch');
    expect((await naming(1000, project)).status).toBe(200);
    expect(batch.mock.calls.length).toBeLessThan(20);
    batch.mockRestore();
    // Of two thousand faults, a hundred are reported.
    expect((await naming(1000, nobody)).body.errors).toHaveLength(100);
    const pointers = [0, 1].map((index) => `/access_policies/${index}/resource_filter/project_ids`);
    const { status, body } = await naming(1001, project);
    expect([status, body.errors]).toMatchObject([422, pointers.map((pointer) => ({ pointer, code: 'too_many' }))]);
  });

  it('a member cannot grant more rights than they have', async () => {
    const project = await created('/projects', { name: 'Known' });
    const resource_filter = { project_ids: [project] };
    const admin = await somebody(
      [
        { domain: 'contacts', access_level: 'read' },
        { domain: 'tasks', access_level: 'write', resource_filter },
      ],
      'admin',
    );
    const bob = await somebody([
      { domain: 'tasks', access_level: 'none' },
      { domain: 'contacts', access_level: 'none' },
    ]);
    const none = { domain: 'contacts', access_level: 'none' };
    for (const policies of [
      [
        { domain: 'contacts', access_level: 'write' },
        { domain: 'tasks', access_level: 'none' },
      ],
      [{ domain: 'tasks', access_level: 'read' }, none],
      [{ domain: 'tasks', access_level: 'write', resource_filter }],
      [],
    ]) {
      const response = await give(bob, policies, admin);
      expect([policies, response.status, response.body.code]).toEqual([policies, 403, 'exceeds_own_rights']);
    }
    expect((await give(bob, [{ domain: 'tasks', access_level: 'write', resource_filter }, none], admin)).status).toBe(
      200,
    );
    const self = await give(admin, [], admin);
    expect([self.status, self.body.code, self.body.domains]).toEqual([
      403,
      'exceeds_own_rights',
      ['contacts', 'tasks'],
    ]);
  });

  it('a key without the right to administer members cannot grant', async () => {
    const writer = await withKey(ada, { scopes: ['members:write'] });
    const response = await give(ada, [], writer);
    expect([response.status, response.body.scope]).toEqual([403, 'members:admin']);
  });
});
