import { describe, expect, it } from '@jest/globals';
import { type AccessPolicy, type Caller, useWorld } from '@tandem/testing/world';

describe('resource filters of access policies over HTTP', () => {
  const { ada, member } = useWorld();
  const somebody = (policies: AccessPolicy[]) => member(ada, policies);
  const listed = async (caller: Caller, path: string) =>
    ((await caller.get(path)).body.data as { id: string }[]).map(({ id }) => id);
  const created = async (path: string, body: object) => (await ada.post(path, body)).body.id as string;

  it('a filter by project hides all other tasks and projects', async () => {
    const [open, shut] = [await created('/projects', { name: 'Open' }), await created('/projects', { name: 'Shut' })];
    const inOpen = await created('/tasks', { title: 'in open', project_id: open });
    const inShut = await created('/tasks', { title: 'in shut', project_id: shut });
    const inNone = await created('/tasks', { title: 'in none' });
    const resource_filter = { project_ids: [open.toUpperCase()] };
    const bob = await somebody([
      { domain: 'tasks', access_level: 'write', resource_filter },
      { domain: 'projects', access_level: 'read', resource_filter },
    ]);
    const carl = await somebody([{ domain: 'tasks', access_level: 'read', resource_filter: { project_ids: [shut] } }]);
    const dora = await somebody([
      { domain: '*', access_level: 'write', resource_filter: { project_ids: [open, shut] } },
    ]);
    expect(await listed(bob, '/tasks')).toEqual([inOpen]);
    expect(await listed(bob, '/projects')).toEqual([open]);
    expect(await listed(carl, '/tasks')).toEqual([inShut]);
    expect((await listed(carl, '/projects')).sort()).toEqual([open, shut].sort());
    expect((await listed(dora, '/tasks')).sort()).toEqual([inOpen, inShut].sort());
    for (const hidden of [inShut, inNone]) {
      expect((await bob.get(`/tasks/${hidden}`)).status).toBe(404);
      expect((await bob.patch(`/tasks/${hidden}`, { title: 'x' })).status).toBe(404);
      expect((await bob.delete(`/tasks/${hidden}`)).status).toBe(404);
      expect((await bob.post(`/tasks/${hidden}/comments`, { body: 'x' })).status).toBe(404);
    }
    expect((await bob.get(`/projects/${shut}`)).status).toBe(404);
    expect((await bob.patch(`/tasks/${inOpen}`, { title: 'x' })).status).toBe(200);
    const outside = await bob.post('/tasks', { title: 'x', project_id: shut });
    expect([outside.status, outside.body.errors[0]]).toMatchObject([
      422,
      { pointer: '/project_id', code: 'not_found' },
    ]);
    expect((await carl.patch(`/tasks/${inShut}`, { title: 'x' })).status).toBe(403);
    expect((await dora.get('/notes')).status).toBe(403);
    // No policy can name a project before it exists, and its creator would lose access at once.
    expect((await bob.post('/projects', { name: 'new' })).status).toBe(403);
    expect((await dora.post('/projects', { name: 'new' })).body).toMatchObject({
      status: 403,
      scope: 'projects:write',
    });
    expect(await listed(ada, '/projects')).toHaveLength(2);
  });

  it('a filter by notebook hides all other notes', async () => {
    const [open, shut] = [await created('/notebooks', { name: 'Open' }), await created('/notebooks', { name: 'Shut' })];
    const inOpen = await created('/notes', { title: 'in open', notebook_id: open });
    const inShut = await created('/notes', { title: 'in shut', notebook_id: shut });
    const filter = { resource_filter: { notebook_ids: [open] } };
    const bob = await somebody([{ domain: 'notes', access_level: 'write', ...filter }]);
    const carl = await somebody([{ domain: 'notes', access_level: 'read' }]);
    expect(await listed(bob, '/notes')).toEqual([inOpen]);
    expect(await listed(bob, '/notebooks')).toEqual([open]);
    expect((await bob.get(`/notes/${inShut}`)).status).toBe(404);
    expect((await bob.patch(`/notes/${inShut}`, { title: 'x' })).status).toBe(404);
    expect((await bob.patch(`/notes/${inOpen}`, { title: 'x' })).status).toBe(200);
    expect(await listed(carl, '/notes')).toEqual(expect.arrayContaining([inOpen, inShut]));
    expect((await bob.post('/notes', { title: 'x', notebook_id: shut })).status).toBe(422);
  });
});
