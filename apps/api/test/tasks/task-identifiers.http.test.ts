import { describe, expect, it } from '@jest/globals';
import { useWorld } from '@tandem/testing/world';
import { call, connect } from '../mcp/connecting.js';

describe('identifiers of tasks', () => {
  const world = useWorld();
  const { ada, raw, tenant } = world;
  const project = async (identifier: string) =>
    (await ada.post('/projects', { name: identifier, identifier })).body as { id: string };
  const make = async (projectId: string) =>
    (await ada.post('/tasks', { title: 'x', project_id: projectId })).body as { id: string; identifier: string };
  const by = (identifier: string, caller = ada) => caller.get(`/tasks/by-identifier/${identifier}`);
  const move = (id: string, projectId: string | null) => ada.post(`/tasks/${id}/move`, { project_id: projectId });

  it('count up in their project, and are found in any letter case', async () => {
    const { id } = await project('CNT');
    const [one, two] = [await make(id), await make(id)];
    expect([one.identifier, two.identifier]).toEqual(['CNT-1', 'CNT-2']);
    for (const written of ['CNT-2', 'cnt-2', 'Cnt-2']) expect((await by(written)).body.id).toBe(two.id);
    expect((await ada.get(`/projects/${id}`)).body.next_task_number).toBe(3);
  });

  it('find nothing if unknown or of another tenant', async () => {
    const { id } = await project('NOW');
    await make(id);
    const other = await tenant('Other');
    expect((await by('NOW-1', other)).status).toBe(404);
    expect((await raw('get', '/api/v1/tasks/by-identifier/NOW-1')).status).toBe(401);
    for (const odd of [
      'NOW-2',
      'NOW-01',
      'NOW-',
      'NOW',
      '-1',
      'NOW-1-2',
      'NOW-%25',
      'NOW-_',
      '%25-1',
      'NOW-1%20',
      'NOWHERE-1',
    ])
      expect([odd, (await by(odd)).status]).toEqual([odd, 404]);
  });

  it('are never reused, not even after a failed creation or a deletion', async () => {
    const { id } = await project('GAP');
    const first = await make(id);
    const failed = await ada.post('/tasks', { title: 'x', project_id: id, assignee_id: id, status_id: id });
    expect(failed.status).toBe(422);
    await ada.delete(`/tasks/${first.id}`);
    expect((await make(id)).identifier).toBe('GAP-2');
    expect((await by('GAP-1')).status).toBe(404);
  });

  it('still resolve when the task has moved, and return its current identifier', async () => {
    const [from, to] = [await project('FROM'), await project('INTO')];
    const task = await make(from.id);
    const moved = await move(task.id, to.id);
    expect(moved.body).toMatchObject({ project_id: to.id, identifier: 'INTO-1', section_id: null });
    expect((await by('from-1')).body.identifier).toBe('INTO-1');
    await move(task.id, from.id);
    for (const name of ['FROM-1', 'INTO-1', 'FROM-2']) expect((await by(name)).body.identifier).toBe('FROM-2');
    expect((await move(task.id, null)).body).toMatchObject({ project_id: null, identifier: null });
    for (const name of ['FROM-1', 'INTO-1', 'FROM-2']) expect((await by(name)).body.id).toBe(task.id);
    expect((await make(from.id)).identifier).toBe('FROM-3');
  });

  it('still resolve after repeated renames of the project, also for tasks that have moved', async () => {
    const [old, away] = [await project('OLD'), await project('AWAY')];
    const [stays, leaves] = [await make(old.id), await make(old.id)];
    const rename = (identifier: string) => ada.patch(`/projects/${old.id}`, { identifier });
    expect((await rename('NEWER')).body.identifier).toBe('NEWER');
    await move(leaves.id, away.id);
    await rename('NEWEST');
    for (const name of ['OLD-1', 'NEWER-1', 'newest-1']) expect((await by(name)).body.identifier).toBe('NEWEST-1');
    for (const name of ['OLD-2', 'NEWER-2']) expect((await by(name)).body.identifier).toBe('AWAY-1');
    expect((await by('NEWEST-2')).status).toBe(404);
    expect((await ada.get(`/tasks/${stays.id}`)).body.identifier).toBe('NEWEST-1');
    expect((await make(old.id)).identifier).toBe('NEWEST-3');
    expect((await rename('OLD')).body.identifier).toBe('OLD');
    for (const name of ['OLD-1', 'NEWER-1', 'NEWEST-1']) expect((await by(name)).body.identifier).toBe('OLD-1');
    expect((await ada.post('/projects', { name: 'x', identifier: 'NEWEST' })).body.code).toBe('identifier_taken');
  });

  it('stay consistent while a project is renamed, tasks are created and others move away', async () => {
    const [busy, other] = [await project('BUSY'), await project('OTHER')];
    const tasks = await Promise.all(Array.from({ length: 10 }, () => make(busy.id)));
    await Promise.all([
      ada.patch(`/projects/${busy.id}`, { identifier: 'BUSIER' }),
      ...tasks.slice(0, 5).map(({ id }) => move(id, other.id)),
      ...Array.from({ length: 10 }, () => make(busy.id)),
    ]);
    for (const { id, identifier } of tasks) expect((await by(identifier)).body.id).toBe(id);
    const listed = (await ada.get(`/tasks?project_id=${busy.id}&limit=100`)).body.data as { identifier: string }[];
    expect(listed).toHaveLength(15);
    for (const { identifier } of listed) expect(identifier).toMatch(/^BUSIER-\d+$/);
  });

  it('of the past and of others replace the id if they are known', async () => {
    const [from, to] = [await project('WAS'), await project('NOWIS')];
    const task = await make(from.id);
    await move(task.id, to.id);
    expect((await ada.post('/tasks/was-1/complete')).body).toMatchObject({ id: task.id, identifier: 'NOWIS-1' });
    await ada.patch(`/projects/${to.id}`, { identifier: 'ISNOW' });
    expect((await ada.get('/tasks/nowis-1')).body).toMatchObject({ id: task.id, identifier: 'ISNOW-1' });
    const other = await tenant('Other');
    for (const path of ['/tasks/ISNOW-1', '/tasks/ISNOW-2', '/tasks/NONE-1'])
      expect([path, (await other.get(path)).body.code]).toEqual([path, 'not_found']);
    expect((await ada.get('/tasks/ISNOW-01')).body).toMatchObject({ status: 400, code: 'invalid_id' });
    expect((await ada.post('/tasks', { title: 'x', parent_id: 'ISNOW-1' })).body.code).toBe('invalid_body');
    expect((await ada.get('/tasks?parent_id=ISNOW-1')).body.code).toBe('invalid_parameter');
  });

  it('identify the same request as the id, over HTTP and as the argument of a tool', async () => {
    const { id: home } = await project('SAMEKEY');
    const task = await make(home);
    const key = { 'idempotency-key': 'by either name' };
    const first = await ada.post(`/tasks/${task.id}/complete`, undefined, key);
    const again = await ada.post('/tasks/samekey-1/complete', {}, key);
    expect([again.headers['idempotent-replayed'], again.text]).toEqual(['true', first.text]);
    const client = await connect(world, ada);
    const reopened = await call(client, 'reopen_task', { id: 'SAMEKEY-1' });
    expect(reopened.value).toMatchObject({ id: task.id, completed_at: null });
    const completed = await call(client, 'complete_task', { id: 'samekey-1', idempotency_key: 'by either name' });
    expect([completed.meta, completed.value.id]).toEqual([{ 'tandem/replayed': true }, task.id]);
    expect(await call(client, 'get_task', { id: 'SAMEKEY-2' })).toMatchObject({ isError: true });
    await client.close();
  });

  it('change in a move, which keeps everything else, with a status of the same category', async () => {
    const [from, to] = [await project('KEEP'), await project('SAME')];
    const task = await make(from.id);
    await ada.post(`/tasks/${task.id}/complete`);
    const before = (await ada.get(`/tasks/${task.id}`)).body;
    const moved = (await move(task.id, to.id)).body;
    expect(moved.completed_at).toBe(before.completed_at);
    expect(moved.status_id).not.toBe(before.status_id);
    const same = await move(task.id, to.id);
    expect([same.status, same.body.identifier]).toEqual([200, 'SAME-1']);
    expect((await move(task.id, '01900000-0000-7000-8000-000000000000')).body.errors).toMatchObject([
      { pointer: '/project_id', code: 'not_found' },
    ]);
  });
});
