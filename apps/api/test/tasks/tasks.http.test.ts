import { describe, expect, it } from '@jest/globals';
import { retryUnavailable } from '@tandem/testing/retry-unavailable';
import { useWorld } from '@tandem/testing/world';

describe('tasks over HTTP', () => {
  const world = useWorld();
  const { ada, other, raw } = world;

  it('creating a task returns 201, its location and every field', async () => {
    const created = await ada.post('/tasks', { title: 'Write' });
    expect(created.status).toBe(201);
    expect(created.headers.location).toBe(`${world.address}/api/v1/tasks/${created.body.id}`);
    expect(created.body).toMatchObject({ title: 'Write', priority: 'none', identifier: null, completed_at: null });
    expect((await ada.get(`/tasks/${created.body.id}`)).body).toEqual(created.body);
  });

  it('a task of another tenant does not exist', async () => {
    const { body } = await ada.post('/tasks', { title: 'Secret' });
    for (const response of [
      await other.get(`/tasks/${body.id}`),
      await other.post(`/tasks/${body.id}/cancel`),
      await other.delete(`/tasks/${body.id}`),
    ])
      expect(response.status).toBe(404);
    expect((await ada.get(`/tasks/${body.id}`)).body.canceled_at).toBeNull();
  });

  it('all unknown references of a task are reported at once', async () => {
    const nothing = '01900000-0000-7000-8000-000000000000';
    const wrong = { assignee_id: nothing, section_id: nothing, parent_id: nothing, status_id: nothing };
    const { id } = (await ada.post('/tasks', { title: 'x' })).body;
    for (const response of [await ada.post('/tasks', { title: 'x', ...wrong }), await ada.patch(`/tasks/${id}`, wrong)])
      expect(
        response.body.errors.map((error: { pointer: string; code: string }) => [error.pointer, error.code]),
      ).toEqual(Object.keys(wrong).map((field) => [`/${field}`, 'not_found']));
  });

  it('concurrent creations in a project are numbered without gaps', async () => {
    const project = (await ada.post('/projects', { name: 'Numbers', identifier: 'NUM' })).body;
    await Promise.all(
      Array.from({ length: 40 }, (_, i) =>
        retryUnavailable(() => ada.post('/tasks', { title: `n${i}`, project_id: project.id })),
      ),
    );
    const listed = await ada.get(`/tasks?project_id=${project.id}&limit=100`);
    const numbers = listed.body.data.map((task: { identifier: string }) => Number(task.identifier.slice(4)));
    expect(numbers.sort((a: number, b: number) => a - b)).toEqual(Array.from({ length: 40 }, (_, i) => i + 1));
  });

  it('outside projects a new task comes last without a position, and a moved one keeps its position', async () => {
    const create = async (fields: object) => (await ada.post('/tasks', { title: 'x', ...fields })).body;
    const { position } = await create({});
    expect((await create({})).position).toBe(position + 1024);
    expect((await create({ position: 5 })).position).toBe(5);
    const project = (await ada.post('/projects', { name: 'Left' })).body;
    const { id } = await create({ project_id: project.id });
    expect((await ada.post(`/tasks/${id}/move`, { project_id: null })).body.position).toBe(1024);
    expect((await create({})).position).toBe(position + 2048);
  });

  it('all faults of a body are reported at once', async () => {
    const response = await ada.post('/tasks', { titel: 'x', priority: 'huge', due_date: '2026-02-30' });
    expect(response.status).toBe(422);
    expect(response.headers['content-type']).toContain('application/problem+json');
    const pointers = response.body.errors.map((error: { pointer: string }) => error.pointer).sort();
    expect(pointers).toEqual(['/due_date', '/priority', '/titel', '/title']);
  });

  it('a missing token returns 401', async () => {
    const response = await raw('get', '/api/v1/tasks');
    expect(response.status).toBe(401);
    expect(response.headers['www-authenticate']).toBe('Bearer');
  });
});
