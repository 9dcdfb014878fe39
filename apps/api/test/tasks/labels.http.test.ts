import { describe, expect, it } from '@jest/globals';
import { newId } from '@tandem/domain/core/id';
import { useWorld } from '@tandem/testing/world';

interface Labeled {
  id: string;
  label_ids: string[];
}

describe('labels', () => {
  const { ada, other, raw, member, tenant, asOwner } = useWorld();
  let count = 0;
  const label = async (fields: object = {}, caller = ada) =>
    (await caller.post('/labels', { name: `Label ${++count}`, color: '#d73a4a', ...fields })).body.id as string;
  const labels = (many: number) => Promise.all(Array.from({ length: many }, () => label()));
  const task = async (fields: object = {}) => (await ada.post('/tasks', { title: 'x', ...fields })).body as Labeled;
  const labelsOf = async (id: string) => (await ada.get(`/tasks/${id}`)).body.label_ids as string[];
  const entries = async (id: string) =>
    (await ada.get(`/audit-log?resource_id=${id}`)).body.data as { action: string; metadata: { changes?: object } }[];
  const actions = async (id: string) => (await entries(id)).map(({ action }) => action);

  it('are created, read, listed, updated and deleted, each with its event', async () => {
    const created = await ada.post('/labels', { name: 'Bug', color: '#D73A4A' });
    expect(created.status).toBe(201);
    expect(created.headers.location).toMatch(new RegExp(`/api/v1/labels/${created.body.id}$`));
    expect(created.body).toMatchObject({ name: 'Bug', color: '#D73A4A', description: null, tenant_id: ada.tenantId });
    const { id } = created.body as Labeled;
    expect((await ada.get('/labels?q=BU')).body.data).toEqual([created.body]);
    expect((await ada.get('/labels?q=bugs')).body.data).toEqual([]);
    expect((await ada.get(`/labels/${id}`)).body).toEqual(created.body);
    expect((await ada.get('/labels?limit=1')).body.data).toEqual([created.body]);
    const updated = await ada.patch(`/labels/${id}`, { color: '#0e8a16', description: 'Broken' });
    expect(updated.body).toMatchObject({ name: 'Bug', color: '#0e8a16', description: 'Broken' });
    expect((await ada.delete(`/labels/${id}`)).status).toBe(204);
    expect((await ada.get(`/labels/${id}`)).status).toBe(404);
    expect(await actions(id)).toEqual(['label.deleted', 'label.updated', 'label.created']);
  });

  it('report all faults at once', async () => {
    const { status, body } = await ada.post('/labels', { name: 'x'.repeat(81), color: 'red', description: 1 });
    expect([status, body.errors.map(({ pointer }: { pointer: string }) => pointer)]).toEqual([
      422,
      ['/name', '/color', '/description'],
    ]);
    for (const color of ['#fff', '#ggg000', '#0011223', ' #001122'])
      expect([color, (await ada.post('/labels', { name: color, color })).status]).toEqual([color, 422]);
    expect((await raw('get', '/api/v1/labels')).status).toBe(401);
  });

  it('have names that are unique in their tenant regardless of letter case', async () => {
    const id = await label({ name: 'Straße' });
    for (const name of ['straße', 'STRASSE', ' Strasse'])
      expect((await ada.post('/labels', { name, color: '#000000' })).body).toMatchObject({
        status: 409,
        code: 'name_taken',
      });
    expect((await ada.patch(`/labels/${await label()}`, { name: 'STRAßE' })).body.code).toBe('name_taken');
    expect((await ada.patch(`/labels/${id}`, { name: 'STRASSE' })).body.name).toBe('STRASSE');
    expect((await other.post('/labels', { name: 'Straße', color: '#000000' })).status).toBe(201);
    const same = Array.from({ length: 5 }, () => ada.post('/labels', { name: 'Race', color: '#000000' }));
    expect((await Promise.all(same)).map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
  });

  it('number at most 500 in a tenant', async () => {
    const full = await tenant('Full');
    await asOwner(
      `insert into labels (tenant_id, id, name, folded_name, color, created_at, updated_at)
        select $1, gen_random_uuid(), n, n, '#000000', now(), now() from generate_series(1, 498) n`,
      [full.tenantId],
    );
    const more = ['a', 'b', 'c', 'd'].map((name) => full.post('/labels', { name, color: '#000000' }));
    const responses = await Promise.all(more);
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409]);
    expect(responses.find(({ status }) => status === 409)!.body.code).toBe('too_many_labels');
  });

  it('do not exist for other tenants', async () => {
    const [mine, theirs] = [await label(), await label({}, other)];
    for (const response of [
      await other.get(`/labels/${mine}`),
      await other.patch(`/labels/${mine}`, { name: 'Taken over' }),
      await other.delete(`/labels/${mine}`),
    ])
      expect(response.status).toBe(404);
    const { id } = await task();
    for (const response of [
      await ada.post('/tasks', { title: 'x', label_ids: [mine, theirs], assignee_id: newId() }),
      await ada.patch(`/tasks/${id}`, { label_ids: [mine, theirs], assignee_id: newId() }),
    ])
      expect(response.body).toMatchObject({
        status: 422,
        errors: [
          { pointer: '/assignee_id', code: 'not_found' },
          { pointer: '/label_ids/1', code: 'not_found' },
        ],
      });
    const added = await ada.post(`/tasks/${id}/labels`, { label_id: theirs });
    expect(added.body).toMatchObject({ status: 422, errors: [{ pointer: '/label_id', code: 'not_found' }] });
    expect(await labelsOf(id)).toEqual([]);
  });

  it('of a task are set by create and replaced by update', async () => {
    const [one, two, three] = await labels(3);
    const created = await task({ label_ids: [two!.toUpperCase(), one, two] });
    expect(created.label_ids).toEqual([two, one]);
    expect((await ada.get('/tasks?limit=1')).body.data).toEqual([created]);
    const updated = await ada.patch(`/tasks/${created.id}`, { label_ids: [one, three] });
    expect(updated.body.label_ids).toEqual([one, three]);
    expect((await ada.patch(`/tasks/${created.id}`, { title: 'y' })).body.label_ids).toEqual([one, three]);
    const changes = (await entries(created.id)).map(({ metadata }) => metadata.changes);
    expect(changes[1]).toEqual({ label_ids: { from: [two, one], to: [one, three] } });
    expect((await ada.patch(`/tasks/${created.id}`, { label_ids: [] })).body.label_ids).toEqual([]);
    expect((await ada.patch(`/tasks/${created.id}`, { label_ids: Array(51).fill(one) })).status).toBe(422);
    expect((await ada.patch(`/tasks/${created.id}`, { label_ids: ['Bug'] })).body.errors[0].pointer).toBe('/label_ids');
  });

  it('are added to a task and removed from it one by one', async () => {
    const [one, two] = await labels(2);
    const { id } = await task({ label_ids: [one] });
    const add = () => ada.post(`/tasks/${id}/labels`, { label_id: two });
    const added = await add();
    expect([added.status, added.body.label_ids]).toEqual([200, [one, two]]);
    expect((await add()).body).toEqual(added.body);
    const data = await asOwner<{ data: Labeled }>(
      `select data from events where resource_id = $1 and type = 'task.updated'`,
      [id],
    );
    expect(data).toEqual([{ data: added.body }]);
    expect((await ada.delete(`/tasks/${id}/labels/${one}`)).status).toBe(204);
    expect((await ada.delete(`/tasks/${id}/labels/${one}`)).status).toBe(404);
    expect((await other.delete(`/tasks/${id}/labels/${two}`)).status).toBe(404);
    expect(await labelsOf(id)).toEqual([two]);
    expect(await actions(id)).toEqual(['task.updated', 'task.updated', 'task.created']);
  });

  it('of a task are at most 50, even when added at once', async () => {
    const ids = await labels(52);
    const { id } = await task({ label_ids: ids.slice(0, 49) });
    const added = await Promise.all(ids.slice(49).map((label_id) => ada.post(`/tasks/${id}/labels`, { label_id })));
    expect(added.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(added.find(({ status }) => status === 409)!.body.code).toBe('too_many_labels');
    expect(await labelsOf(id)).toHaveLength(50);
  });

  it('are kept by the next task of a series and by the copies of its subtasks', async () => {
    const [one, two] = await labels(2);
    const top = await task({ due_date: '2030-01-01', rrule: 'FREQ=DAILY', label_ids: [one, two] });
    await task({ parent_id: top.id, label_ids: [two] });
    const { successor_id: next } = (await ada.post(`/tasks/${top.id}/complete`)).body;
    expect(await labelsOf(next)).toEqual([one, two]);
    expect((await ada.get(`/tasks?parent_id=${next}`)).body.data).toMatchObject([{ label_ids: [two] }]);
    await ada.delete(`/labels/${two}`);
    expect(await labelsOf(next)).toEqual([one]);
    expect((await ada.post(`/tasks/${next}/complete`)).status).toBe(200);
  });

  it('select tasks with any of them, in every order and on every page', async () => {
    const ids = await labels(3);
    const tasks: Labeled[] = [];
    for (let n = 0; n < 16; n++) tasks.unshift(await task({ label_ids: ids.filter((_, bit) => n & (1 << bit)) }));
    const paged = async (query: string) => {
      const found: string[] = [];
      for (let cursor = ''; ;) {
        const { body } = await ada.get(`/tasks?limit=3&${query}${cursor}`);
        found.push(...(body.data as Labeled[]).map(({ id }) => id));
        if (!body.has_more) return found;
        cursor = `&cursor=${body.next_cursor}`;
      }
    };
    for (const among of [[0], [1, 2], [0, 1, 2], [2, 2]]) {
      const chosen = among.map((index) => ids[index]!);
      const expected = tasks.filter(({ label_ids }) => label_ids.some((id) => chosen.includes(id))).map(({ id }) => id);
      const filter = `label_id=${chosen.join()}`;
      expect(await paged(filter)).toEqual(expected);
      expect(await paged(`${filter}&sort=-created_at`)).toEqual([...expected].reverse());
      expect((await paged(`${filter}&sort=title`)).sort()).toEqual([...expected].sort());
      expect(await paged(`${filter}&q=x`)).toEqual(expected);
    }
    expect(await paged(`label_id=${newId()}`)).toEqual([]);
  });

  it('leave every task when they are deleted: archived, hidden and deleted ones too', async () => {
    const [going, staying] = await labels(2);
    const project = async (fields: object) =>
      (await ada.post('/projects', { name: 'Any', ...fields })).body.id as string;
    const [archived, hidden] = [await project({}), await project({ is_private: true })];
    const label_ids = [going, staying];
    const tasks = await Promise.all(
      [{}, { project_id: archived }, { project_id: hidden }, {}].map((fields) => task({ ...fields, label_ids })),
    );
    await ada.post(`/projects/${archived}/archive`);
    await ada.delete(`/tasks/${tasks[3]!.id}`);
    const bob = await member(ada);
    expect((await bob.get(`/tasks/${tasks[2]!.id}`)).status).toBe(404);
    expect((await bob.delete(`/labels/${going}`)).status).toBe(204);
    for (const { id } of tasks.slice(0, 3)) {
      expect(await labelsOf(id)).toEqual([staying]);
      expect(await actions(id)).toEqual(['task.updated', 'task.created']);
    }
    expect((await ada.post(`/tasks/${tasks[3]!.id}/restore`)).body.label_ids).toEqual([staying]);
    expect(await actions(tasks[3]!.id)).toEqual(['task.updated', 'task.deleted', 'task.created']);
  });

  it('are managed only by those who may reach all tasks, and added by everyone who may write the task', async () => {
    const id = await label();
    const project = (await ada.post('/projects', { name: 'Own' })).body.id as string;
    const resource_filter = { project_ids: [project] };
    const bob = await member(ada, [{ domain: 'tasks', access_level: 'write', resource_filter }]);
    for (const response of [
      await bob.post('/labels', { name: 'Own', color: '#000000' }),
      await bob.patch(`/labels/${id}`, { name: 'Own' }),
      await bob.delete(`/labels/${id}`),
    ])
      expect(response.body).toMatchObject({ status: 403, scope: 'tasks:write' });
    expect((await bob.get(`/labels/${id}`)).status).toBe(200);
    const own = (await bob.post('/tasks', { title: 'x', project_id: project })).body as Labeled;
    expect((await bob.post(`/tasks/${own.id}/labels`, { label_id: id })).body.label_ids).toEqual([id]);
    const hidden = await task();
    expect((await bob.post(`/tasks/${hidden.id}/labels`, { label_id: id })).status).toBe(404);
  });

  it('of tasks in archived projects do not change', async () => {
    const id = await label();
    const project = (await ada.post('/projects', { name: 'Done' })).body.id as string;
    const archived = await task({ project_id: project, label_ids: [id] });
    await ada.post(`/projects/${project}/archive`);
    for (const response of [
      await ada.post(`/tasks/${archived.id}/labels`, { label_id: await label() }),
      await ada.delete(`/tasks/${archived.id}/labels/${id}`),
    ])
      expect(response.body).toMatchObject({ status: 409, code: 'project_archived' });
    expect(await labelsOf(archived.id)).toEqual([id]);
  });
});
