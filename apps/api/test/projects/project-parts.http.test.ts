import { beforeEach, describe, expect, it } from '@jest/globals';
import { useWorld } from '@tandem/testing/world';

interface Named {
  id: string;
  name: string;
  category: string;
  is_default: boolean;
}

describe('statuses and sections of projects', () => {
  const { ada, other, raw, asOwner } = useWorld();
  let base: string;
  let projectId: string;

  beforeEach(async () => {
    projectId = (await ada.post('/projects', { name: 'Parts' })).body.id;
    base = `/projects/${projectId}`;
  });

  const statuses = async (): Promise<Named[]> => (await ada.get(`${base}/statuses`)).body.data;
  const named = async (name: string) => (await statuses()).find((status) => status.name === name)!;

  it('a project starts with five statuses in order', async () => {
    const found = (await statuses()).map(({ name, category, is_default }) => [name, category, is_default]);
    expect(found).toEqual([
      ['Backlog', 'backlog', false],
      ['Todo', 'unstarted', true],
      ['In Progress', 'started', false],
      ['Done', 'completed', false],
      ['Canceled', 'canceled', false],
    ]);
  });

  it('a status and a section are found at their location', async () => {
    const elsewhere = (await ada.post('/projects', { name: 'Elsewhere' })).body.id as string;
    for (const part of ['statuses', 'sections']) {
      const category = part === 'statuses' ? { category: 'started' } : {};
      const { headers, body } = await ada.post(`${base}/${part}`, { name: 'Found', ...category });
      const path = new URL(headers.location!).pathname.replace('/api/v1', '');
      const found = await ada.get(path);
      expect([found.status, found.body]).toEqual([200, body]);
      expect((await other.get(path)).status).toBe(404);
      expect((await ada.get(path.replace(projectId, elsewhere))).status).toBe(404);
      expect((await ada.get(path.replace(body.id as string, 'nothing'))).status).toBe(400);
      expect((await raw('get', new URL(headers.location!).pathname)).status).toBe(401);
      await ada.post(`${base}/archive`);
      expect((await ada.get(path)).status).toBe(200);
      await ada.post(`${base}/unarchive`);
      expect((await ada.delete(path)).status).toBe(204);
      expect((await ada.get(path)).status).toBe(404);
    }
  });

  it('a new default replaces the old one, and new tasks start in it', async () => {
    const created = await ada.post(`${base}/statuses`, { name: 'Triage', category: 'backlog', is_default: true });
    expect(created.status).toBe(201);
    expect((await statuses()).filter((status) => status.is_default).map(({ name }) => name)).toEqual(['Triage']);
    expect((await ada.get(base)).body.default_status_id).toBe(created.body.id);
    const task = await ada.post('/tasks', { title: 'x', project_id: projectId });
    expect(task.body.status_id).toBe(created.body.id);
    expect((await ada.patch(`${base}/statuses/${created.body.id}`, { is_default: false })).body.code).toBe(
      'status_is_default',
    );
  });

  it('the default is an open status, so that reopened tasks are open', async () => {
    const [todo, done] = [await named('Todo'), await named('Done')];
    const shut = (await ada.post(`${base}/statuses`, { name: 'Shut', category: 'started' })).body as Named;
    const patch = (id: string, fields: object) => ada.patch(`${base}/statuses/${id}`, fields);
    const refused = (at: string) => ({ status: 422, errors: [{ pointer: `/${at}`, code: 'default_not_open' }] });
    for (const category of ['completed', 'canceled']) {
      const created = await ada.post(`${base}/statuses`, { name: `New ${category}`, category, is_default: true });
      expect(created.body).toMatchObject(refused('is_default'));
      expect((await patch(shut.id, { category, is_default: true })).body).toMatchObject(refused('is_default'));
      expect((await patch(todo.id, { category })).body).toMatchObject(refused('category'));
    }
    expect((await patch(done.id, { is_default: true })).body).toMatchObject(refused('is_default'));
    expect((await statuses()).filter((status) => status.is_default)).toEqual([todo]);
    const task = (await ada.post('/tasks', { title: 'x', project_id: projectId, status_id: done.id })).body;
    expect((await ada.post(`/tasks/${task.id}/reopen`)).body).toMatchObject({ status_id: todo.id, completed_at: null });
  });

  it('a default status of earlier versions that is closed can be renamed, moved and replaced', async () => {
    const [shut, open] = [await named('Todo'), await named('Backlog')];
    const patch = (id: string, fields: object) => ada.patch(`${base}/statuses/${id}`, fields);
    await asOwner(`update statuses set category = 'completed' where id = $1`, [shut.id]);
    const renamed = await patch(shut.id, { name: 'Over', position: 7 });
    expect(renamed).toMatchObject({ status: 200, body: { name: 'Over', category: 'completed', is_default: true } });
    for (const fields of [{ category: 'canceled' }, { is_default: true }])
      expect((await patch(shut.id, fields)).body).toMatchObject({
        status: 422,
        errors: [{ code: 'default_not_open' }],
      });
    expect((await patch(open.id, { is_default: true })).status).toBe(200);
    expect((await statuses()).filter((status) => status.is_default).map(({ id }) => id)).toEqual([open.id]);
  });

  it('names are unique in any letter case, also when two are created concurrently', async () => {
    const responses = await Promise.all(
      ['Review', 'review', 'REVIEW'].map((name) => ada.post(`${base}/statuses`, { name, category: 'started' })),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  });

  it('tasks of a deleted status get another one of its category', async () => {
    const review = (await ada.post(`${base}/statuses`, { name: 'Review', category: 'started' })).body;
    const task = (await ada.post('/tasks', { title: 'x', project_id: projectId, status_id: review.id })).body;
    expect((await ada.patch(`${base}/statuses/${review.id}`, { category: 'backlog' })).body.code).toBe('status_in_use');
    expect((await ada.delete(`${base}/statuses/${review.id}`)).status).toBe(204);
    expect((await ada.get(`/tasks/${task.id}`)).body.status_id).toBe((await named('In Progress')).id);
    expect((await ada.delete(`${base}/statuses/${(await named('Done')).id}`)).body.code).toBe('last_of_category');
    expect((await ada.delete(`${base}/statuses/${(await named('Todo')).id}`)).body.code).toBe('status_is_default');
  });

  it('sections are ordered, and their tasks remain when one is deleted', async () => {
    const later = (await ada.post(`${base}/sections`, { name: 'Later' })).body;
    const first = (await ada.post(`${base}/sections`, { name: 'First', position: 1 })).body;
    const listed = (await ada.get(`${base}/sections`)).body.data;
    expect(listed.map(({ name }: Named) => name)).toEqual(['First', 'Later']);
    const task = (await ada.post('/tasks', { title: 'x', project_id: projectId, section_id: later.id })).body;
    expect((await ada.patch(`${base}/sections/${first.id}`, { name: 'Now' })).body.name).toBe('Now');
    expect((await ada.delete(`${base}/sections/${later.id}`)).status).toBe(204);
    expect((await ada.get(`/tasks/${task.id}`)).body.section_id).toBeNull();
  });

  it('parts belong to their project and tenant, and cannot change while it is archived', async () => {
    const section = (await ada.post(`${base}/sections`, { name: 'Mine' })).body;
    const elsewhere = (await ada.post('/projects', { name: 'Elsewhere' })).body.id;
    expect((await ada.patch(`/projects/${elsewhere}/sections/${section.id}`, { name: 'x' })).status).toBe(404);
    expect((await ada.delete(`/projects/${elsewhere}/statuses/${(await named('Done')).id}`)).status).toBe(404);
    for (const part of ['sections', 'statuses']) {
      expect((await other.get(`${base}/${part}`)).status).toBe(404);
      expect((await other.post(`${base}/${part}`, { name: 'x', category: 'started' })).status).not.toBe(201);
      expect((await ada.post(`${base}/${part}`, {})).status).toBe(422);
      expect((await raw('get', `/api/v1${base}/${part}`)).status).toBe(401);
    }
    await ada.post(`${base}/archive`);
    expect((await ada.patch(`${base}/sections/${section.id}`, { name: 'x' })).body.code).toBe('project_archived');
  });
});
