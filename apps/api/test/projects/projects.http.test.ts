import { describe, expect, it } from '@jest/globals';
import { useWorld } from '@tandem/testing/world';

describe('projects over HTTP', () => {
  const world = useWorld();
  const { ada, other, raw, asOwner } = world;
  const make = async (fields: object) => (await ada.post('/projects', { name: 'x', ...fields })).body as { id: string };

  it('creating a project returns 201, its location, every field and five statuses', async () => {
    const fields = { name: 'Website', description: 'new', start_date: '2026-12-01', target_date: '2027-02-28' };
    const created = await ada.post('/projects', { ...fields, identifier: 'WEB', metadata: [1, { a: null }] });
    expect(created.status).toBe(201);
    expect(created.headers.location).toBe(`${world.address}/api/v1/projects/${created.body.id}`);
    expect(created.body).toMatchObject({ ...fields, tenant_id: ada.tenantId, status: 'active', next_task_number: 1 });
    expect(created.body).toMatchObject({ is_archived: false, is_private: false, deleted_at: null, identifier: 'WEB' });
    expect((await ada.get(`/projects/${created.body.id}`)).body).toEqual(created.body);
    const statuses = (await ada.get(`/projects/${created.body.id}/statuses`)).body.data as Record<string, unknown>[];
    expect(statuses.map(({ name, category }) => [name, category])).toEqual([
      ['Backlog', 'backlog'],
      ['Todo', 'unstarted'],
      ['In Progress', 'started'],
      ['Done', 'completed'],
      ['Canceled', 'canceled'],
    ]);
    expect(statuses.find(({ is_default }) => is_default)!.id).toBe(created.body.default_status_id);
  });

  it('an identifier is derived from the name, with a digit on a clash, also in concurrent requests', async () => {
    const named = async (name: string) => (await ada.post('/projects', { name })).body.identifier as string;
    expect([await named('Mobile App'), await named('mobile app'), await named('Marketing')]).toEqual([
      'MA',
      'MA2',
      'MARK',
    ]);
    const many = await Promise.all(Array.from({ length: 8 }, () => named('Racing Cars')));
    expect([...many].sort()).toEqual(['RC', 'RC2', 'RC3', 'RC4', 'RC5', 'RC6', 'RC7', 'RC8']);
  });

  it('a given identifier is unique forever', async () => {
    const { id } = await make({ identifier: 'ONE' });
    const racing = await Promise.all(
      Array.from({ length: 5 }, () => ada.post('/projects', { name: 'x', identifier: 'RACE' })),
    );
    expect(racing.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
    await ada.patch(`/projects/${id}`, { identifier: 'TWO' });
    await ada.delete(`/projects/${id}`);
    for (const identifier of ['ONE', 'TWO', 'RACE'])
      expect((await ada.post('/projects', { name: 'x', identifier })).body).toMatchObject({
        status: 409,
        code: 'identifier_taken',
      });
    expect((await other.post('/projects', { name: 'x', identifier: 'ONE' })).status).toBe(201);
    for (const identifier of ['one', '1A', 'A-B', 'ABCDEFGHIJK', '', 'Ä'])
      expect([identifier, (await ada.post('/projects', { name: 'x', identifier })).status]).toEqual([identifier, 422]);
  });

  it('a project is changed field by field', async () => {
    const { id } = await make({ description: 'old', start_date: '2026-12-01' });
    const changed = await ada.patch(`/projects/${id}`, {
      status: 'paused',
      description: null,
      target_date: '2026-12-01',
    });
    expect(changed.body).toMatchObject({ status: 'paused', description: null, start_date: '2026-12-01' });
    for (const wrong of [
      { target_date: '2026-11-30' },
      { status: 'done' },
      { name: null },
      { is_archived: true },
      { next_task_number: 9 },
    ])
      expect([wrong, (await ada.patch(`/projects/${id}`, wrong)).status]).toEqual([wrong, 422]);
    expect((await ada.get(`/projects/${id}`)).body).toEqual(changed.body);
  });

  it('filters select by status, archive and words', async () => {
    const [paused, shelved] = [
      await make({ name: 'find paused', status: 'paused' }),
      await make({ name: 'find shelved' }),
    ];
    await ada.post(`/projects/${shelved.id}/archive`);
    const found = async (query: string) =>
      ((await ada.get(`/projects?${query}`)).body.data as { id: string }[]).map(({ id }) => id);
    expect(await found('status=paused&q=FIND')).toEqual([paused.id]);
    expect(await found('is_archived=true&q=find')).toEqual([shelved.id]);
    expect(await found('is_archived=false&q=find')).toEqual([paused.id]);
    expect((await ada.get('/projects?status=gone')).status).toBe(400);
  });

  it('a deleted project does not exist, and accepts no task', async () => {
    const { id } = await make({});
    expect((await ada.delete(`/projects/${id}`)).status).toBe(204);
    for (const response of [
      await ada.get(`/projects/${id}`),
      await ada.delete(`/projects/${id}`),
      await ada.post(`/projects/${id}/archive`),
    ])
      expect(response.status).toBe(404);
    expect((await ada.post('/tasks', { title: 'x', project_id: id })).body.errors).toMatchObject([
      { pointer: '/project_id' },
    ]);
  });

  it('an archived project refuses every write, those to its tasks included, until it is unarchived', async () => {
    const { id } = await make({ identifier: 'SHELF' });
    const task = async () => (await ada.post('/tasks', { title: 'x', project_id: id })).body as { id: string };
    const [open, closed, deleted, outside] = [
      await task(),
      await task(),
      await task(),
      (await ada.post('/tasks', { title: 'o' })).body,
    ];
    await ada.post(`/tasks/${closed.id}/cancel`);
    await ada.delete(`/tasks/${deleted.id}`);
    expect((await ada.post(`/projects/${id}/archive`)).body.is_archived).toBe(true);
    const until = new Date(Date.now() + 60_000).toISOString();
    const { default_status_id: status } = (await ada.get(`/projects/${id}`)).body;
    const writes = {
      'change the project': ada.patch(`/projects/${id}`, { name: 'y' }),
      'delete the project': ada.delete(`/projects/${id}`),
      'add a status': ada.post(`/projects/${id}/statuses`, { name: 'QA', category: 'started' }),
      'change a status': ada.patch(`/projects/${id}/statuses/${status}`, { name: 'QA' }),
      'add a section': ada.post(`/projects/${id}/sections`, { name: 'x' }),
      'create a task': ada.post('/tasks', { title: 'x', project_id: id }),
      'change a task': ada.patch(`/tasks/${open.id}`, { title: 'y' }),
      'delete a task': ada.delete(`/tasks/${open.id}`),
      'restore a task': ada.post(`/tasks/${deleted.id}/restore`),
      complete: ada.post(`/tasks/${open.id}/complete`),
      cancel: ada.post(`/tasks/${open.id}/cancel`),
      reopen: ada.post(`/tasks/${closed.id}/reopen`),
      snooze: ada.post(`/tasks/${open.id}/snooze`, { until }),
      unsnooze: ada.post(`/tasks/${open.id}/unsnooze`),
      'move out': ada.post(`/tasks/${open.id}/move`, { project_id: null }),
      'move in': ada.post(`/tasks/${outside.id}/move`, { project_id: id }),
      comment: ada.post(`/tasks/${open.id}/comments`, { body: 'x' }),
      link: ada.post(`/tasks/${open.id}/links`, { entity_type: 'task', entity_id: outside.id }),
    };
    for (const [what, response] of Object.entries(writes)) {
      const { status: code, body } = await response;
      expect([what, code, body.code]).toEqual([what, 409, 'project_archived']);
    }
    expect((await ada.get(`/tasks/${open.id}`)).body).toMatchObject({ title: 'x', completed_at: null });
    expect((await ada.post(`/projects/${id}/archive`)).status).toBe(200);
    expect((await ada.post(`/projects/${id}/unarchive`)).body.is_archived).toBe(false);
    expect((await ada.patch(`/tasks/${open.id}`, { title: 'y' })).status).toBe(200);
  });

  it('a project of another tenant does not exist, and every operation requires a token', async () => {
    const { id } = await make({});
    for (const [method, path] of [
      ['get', ''],
      ['patch', ''],
      ['delete', ''],
      ['post', '/archive'],
      ['post', '/unarchive'],
    ] as const) {
      const response =
        method === 'patch'
          ? await other.patch(`/projects/${id}`, { name: 'y' })
          : await other[method](`/projects/${id}${path}`);
      expect([method, path, response.status]).toEqual([method, path, 404]);
      expect((await raw(method, `/api/v1/projects/${id}${path}`)).status).toBe(401);
    }
    expect((await other.post('/tasks', { title: 'x', project_id: id })).status).toBe(422);
    expect(JSON.stringify((await other.get('/projects')).body)).not.toContain(id);
    const [row] = await asOwner('select name, is_archived, next_task_number as n from projects where id = $1', [id]);
    expect(row).toEqual({ name: 'x', is_archived: false, n: 1 });
  });
});
