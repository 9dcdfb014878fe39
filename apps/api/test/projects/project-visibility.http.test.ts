import { beforeAll, describe, expect, it } from '@jest/globals';
import { type AccessPolicy, type Caller, useWorld } from '@tandem/testing/world';

describe('the projects and tasks that a member sees', () => {
  const world = useWorld();
  const { ada } = world;
  let ids: Record<'open' | 'hidden' | 'openTask' | 'hiddenTask' | 'looseTask', string>;

  const member = (role: string, policies: AccessPolicy[] = []) => world.member(ada, policies, role);

  beforeAll(async () => {
    const open = (await ada.post('/projects', { name: 'Open', identifier: 'OPEN' })).body.id as string;
    const hidden = (await ada.post('/projects', { name: 'Hidden', identifier: 'HIDE', is_private: true })).body
      .id as string;
    const task = async (project_id: string | null) =>
      (await ada.post('/tasks', { title: 'seek', project_id })).body.id as string;
    ids = { open, hidden, openTask: await task(open), hiddenTask: await task(hidden), looseTask: await task(null) };
  });

  it('exclude a private project and its tasks unless a policy names it', async () => {
    const bob = await member('member');
    expect((await bob.get(`/projects/${ids.open}`)).status).toBe(200);
    await sees(bob, ['openTask', 'looseTask'], ['open']);
    for (const response of [
      await bob.get(`/projects/${ids.hidden}`),
      await bob.patch(`/projects/${ids.hidden}`, { name: 'x' }),
      await bob.get(`/tasks/${ids.hiddenTask}`),
      await bob.get('/tasks/by-identifier/HIDE-1'),
      await bob.patch(`/tasks/${ids.hiddenTask}`, { title: 'x' }),
      await bob.post(`/tasks/${ids.hiddenTask}/complete`),
      await bob.post(`/tasks/${ids.hiddenTask}/move`, { project_id: null }),
      await bob.delete(`/tasks/${ids.hiddenTask}`),
    ])
      expect(response.status).toBe(404);
    for (const body of [{ project_id: ids.hidden }, { parent_id: ids.hiddenTask }])
      expect((await bob.post('/tasks', { title: 'x', ...body })).body).toMatchObject({
        status: 422,
        errors: [{ pointer: `/${Object.keys(body)[0]!}`, code: 'not_found' }],
      });
    expect((await bob.post(`/tasks/${ids.looseTask}/move`, { project_id: ids.hidden })).status).toBe(422);
  });

  it('include private projects for owners and administrators', async () => {
    await sees(ada, ['openTask', 'hiddenTask', 'looseTask'], ['open', 'hidden']);
    await sees(await member('admin'), ['openTask', 'hiddenTask', 'looseTask'], ['open', 'hidden']);
  });

  it('are limited to the projects that a policy names', async () => {
    const both = (access_level: string): AccessPolicy[] =>
      ['tasks', 'projects'].map((domain) => ({ domain, access_level, resource_filter: { project_ids: [ids.hidden] } }));
    const eve = await member('member', both('write'));
    await sees(eve, ['hiddenTask'], ['hidden']);
    expect((await eve.patch(`/tasks/${ids.hiddenTask}`, { priority: 'low' })).status).toBe(200);
    expect((await eve.post('/tasks', { title: 'x', project_id: ids.hidden })).status).toBe(201);
    expect((await eve.get(`/tasks/${ids.openTask}`)).status).toBe(404);
    for (const project_id of [ids.open, null])
      expect((await eve.post('/tasks', { title: 'x', project_id })).body.errors).toMatchObject([
        { pointer: '/project_id' },
      ]);
    expect((await eve.post(`/tasks/${ids.hiddenTask}/move`, { project_id: null })).status).toBe(422);
    const reader = await member('member', both('read'));
    expect((await reader.patch(`/tasks/${ids.hiddenTask}`, { priority: 'low' })).body.code).toBe('insufficient_scope');
  });

  it('are filtered by a policy on tasks even if projects are open', async () => {
    const sam = await member('member', [
      { domain: 'tasks', access_level: 'write', resource_filter: { project_ids: [ids.hidden] } },
    ]);
    await sees(sam, ['hiddenTask'], ['open', 'hidden']);
    expect((await sam.post('/tasks', { title: 'x', project_id: ids.open })).status).toBe(422);
    expect((await sam.post('/tasks', { title: 'x', project_id: ids.hidden })).status).toBe(201);
  });

  it('are filtered in every domain by a policy for all domains', async () => {
    const zoe = await member('viewer', [
      { domain: '*', access_level: 'read', resource_filter: { project_ids: [ids.open] } },
    ]);
    await sees(zoe, ['openTask'], ['open']);
    const none = await member('member', [{ domain: '*', access_level: 'write', resource_filter: { project_ids: [] } }]);
    await sees(none, [], []);
  });

  it('follow the specific policy rather than the general one, up to the level of the role', async () => {
    const viewer = await member('viewer', [{ domain: 'tasks', access_level: 'admin' }]);
    expect((await viewer.post('/tasks', { title: 'x' })).body.scope).toBe('tasks:write');
    const mixed = await member('member', [
      { domain: '*', access_level: 'none' },
      { domain: 'projects', access_level: 'read' },
    ]);
    expect((await mixed.get(`/projects/${ids.open}`)).status).toBe(200);
    expect((await mixed.get(`/tasks/${ids.openTask}`)).status).toBe(404);
    expect((await mixed.get('/tasks')).body).toMatchObject({ status: 403, scope: 'tasks:read' });
    expect((await mixed.get('/me')).body.rights).toMatchObject({ tasks: 'none', projects: 'read', members: 'none' });
  });

  it('exclude hidden ones, which a cascade skips', async () => {
    const bob = await member('member');
    const top = (await ada.post('/tasks', { title: 'top' })).body.id as string;
    const secret = (await ada.post('/tasks', { title: 'secret', parent_id: top, project_id: ids.hidden })).body
      .id as string;
    expect((await bob.post(`/tasks/${top}/cancel`)).status).toBe(200);
    expect((await ada.get(`/tasks/${secret}`)).body.canceled_at).toBeNull();
  });

  async function sees(caller: Caller, tasks: (keyof typeof ids)[], projects: (keyof typeof ids)[]): Promise<void> {
    const known = new Set(Object.values(ids));
    const listed = async (path: string) =>
      ((await caller.get(path)).body.data as { id: string }[]).map(({ id }) => id).filter((id) => known.has(id));
    expect((await listed('/tasks?q=seek&limit=100')).sort()).toEqual(tasks.map((name) => ids[name]).sort());
    expect((await listed('/projects?limit=100')).sort()).toEqual(projects.map((name) => ids[name]).sort());
  }
});
