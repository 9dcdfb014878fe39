import { describe, expect, it } from '@jest/globals';
import { useWorld } from '@tandem/testing/world';

describe('nested tasks', () => {
  const { ada, tenant, asOwner } = useWorld();
  const make = async (fields: object = {}) =>
    (await ada.post('/tasks', { title: 'x', ...fields })).body as { id: string };
  const put = (id: string, parent: string | null) => ada.patch(`/tasks/${id}`, { parent_id: parent });
  const line = async (length: number, parent?: string): Promise<string[]> => {
    if (length === 0) return [];
    const { id } = await make(parent ? { parent_id: parent } : {});
    return [id, ...(await line(length - 1, id))];
  };

  it('are ten deep at most, whichever end is moved', async () => {
    const ten = await line(10);
    const deeper = await ada.post('/tasks', { title: 'x', parent_id: ten[9] });
    expect(deeper.body).toMatchObject({ status: 422, errors: [{ pointer: '/parent_id', code: 'too_deep' }] });
    const [six, four, five] = [await line(6), await line(4), await line(5)];
    expect((await put(five[0]!, six[5]!)).body.errors).toMatchObject([{ code: 'too_deep' }]);
    expect((await put(four[0]!, six[5]!)).body.parent_id).toBe(six[5]);
  });

  it('are never below themselves', async () => {
    const [top, middle, bottom] = (await line(3)) as [string, string, string];
    for (const parent of [top, middle, bottom])
      expect((await put(top, parent)).body.errors).toMatchObject([{ pointer: '/parent_id', code: 'cycle' }]);
    expect((await put(bottom, null)).body.parent_id).toBeNull();
    expect((await put(top, bottom)).status).toBe(200);
  });

  it('are never below themselves when two are moved concurrently', async () => {
    for (let round = 0; round < 10; round++) {
      const [a, b] = [await make(), await make()];
      await Promise.all([put(a.id, b.id), put(b.id, a.id)]);
      const rows = await asOwner<{ parent_id: string | null }>('select parent_id from tasks where id in ($1, $2)', [
        a.id,
        b.id,
      ]);
      expect(rows.filter(({ parent_id }) => parent_id !== null)).toHaveLength(1);
    }
  });

  it('require an existing parent', async () => {
    const other = await tenant('Other');
    const foreign = (await other.post('/tasks', { title: 'x' })).body.id as string;
    const deleted = await make();
    await ada.delete(`/tasks/${deleted.id}`);
    for (const parent of [foreign, deleted.id, '01900000-0000-7000-8000-000000000000'])
      expect((await ada.post('/tasks', { title: 'x', parent_id: parent })).body.errors).toEqual([
        { pointer: '/parent_id', code: 'not_found', detail: expect.any(String) },
      ]);
  });

  it('keep a deleted parent when written back as read', async () => {
    const [parent, id] = (await line(2)) as [string, string];
    await ada.delete(`/tasks/${parent}`);
    const { title, parent_id } = (await ada.get(`/tasks/${id}`)).body;
    const written = await ada.patch(`/tasks/${id}`, { title: `${title}!`, parent_id });
    expect(written.body).toMatchObject({ title: `${title}!`, parent_id: parent });
    expect((await ada.post(`/tasks/${parent}/restore`)).status).toBe(200);
  });

  it('are restored only where they still fit', async () => {
    const ten = await line(10);
    const restore = async (id: string) => (await ada.post(`/tasks/${id}/restore`)).body as { status?: number };
    await ada.delete(`/tasks/${ten[4]}`);
    const top = await make();
    expect((await put(ten[0]!, top.id)).status).toBe(200);
    expect(await restore(ten[4]!)).toMatchObject({ status: 409, code: 'no_longer_fits' });
    expect((await ada.get(`/tasks/${ten[4]}`)).status).toBe(404);
    await put(ten[0]!, null);
    expect(await restore(ten[4]!)).toMatchObject({ id: ten[4], deleted_at: null });
  });

  it('cannot be added below a task of an archived project', async () => {
    const project = (await ada.post('/projects', { name: 'Old' })).body as { id: string };
    const parent = await make({ project_id: project.id });
    const task = await make();
    await ada.post(`/projects/${project.id}/archive`);
    for (const response of [
      await ada.post('/tasks', { title: 'x', parent_id: parent.id }),
      await put(task.id, parent.id),
    ])
      expect(response.body).toMatchObject({ status: 409, code: 'project_archived' });
    expect((await ada.get(`/tasks?parent_id=${parent.id}`)).body.data).toEqual([]);
  });

  it('are listed by their parent', async () => {
    const top = await make();
    const children = [await make({ parent_id: top.id }), await make({ parent_id: top.id })];
    const listed = (await ada.get(`/tasks?parent_id=${top.id}`)).body.data as { id: string }[];
    expect(listed.map(({ id }) => id).sort()).toEqual(children.map(({ id }) => id).sort());
  });
});
