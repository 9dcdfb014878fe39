import { describe, expect, it } from '@jest/globals';
import { useWorld } from '@tandem/testing/world';
import { copiesOfTasks } from '../tasks/copied-tasks.js';

describe('deleting a project', () => {
  const { ada, asOwner } = useWorld();

  const project = async () => (await ada.post('/projects', { name: 'Web' })).body.id as string;
  const task = (project_id: string) => ada.post('/tasks', { title: 'One', project_id });

  it('is refused while it has undeleted tasks, with their number', async () => {
    const id = await project();
    const [one, two] = [(await task(id)).body.id, (await task(id)).body.id];
    await ada.post(`/tasks/${two}/complete`);
    const { status, body } = await ada.delete(`/projects/${id}`);
    expect([status, body.code, body.tasks]).toEqual([409, 'project_not_empty', 2]);
    expect(body.detail).toContain('2 tasks. Archive it, or move or delete them first.');
    await ada.post(`/tasks/${one}/move`, { project_id: null });
    await ada.delete(`/tasks/${two}`);
    expect((await ada.delete(`/projects/${id}`)).status).toBe(204);
    expect((await ada.get(`/projects/${id}`)).status).toBe(404);
  });

  it('counts them up to a thousand', async () => {
    const id = await project();
    await task(id);
    await asOwner(
      `${copiesOfTasks({ identifier: "'COUNT-' || n" })}
       from tasks t, generate_series(1, 1200) n where t.project_id = $1`,
      [id],
    );
    const { body } = await ada.delete(`/projects/${id}`);
    expect([body.tasks, body.detail]).toEqual([1000, expect.stringContaining('1000 or more tasks')]);
  });

  it('prevents the restoration of its deleted tasks, even concurrently', async () => {
    for (let round = 0; round < 5; round++) {
      const id = await project();
      const { body: deletedTask } = await task(id);
      await ada.delete(`/tasks/${deletedTask.id}`);
      const restore = () => ada.post(`/tasks/${deletedTask.id}/restore`);
      const [deleted, restored] = await Promise.all([ada.delete(`/projects/${id}`), restore()]);
      if (deleted.status === 409) expect(restored.status).toBe(200);
      else expect([deleted.status, restored.body.code]).toEqual([204, 'project_deleted']);
      const again = await restore();
      expect(again.status).toBe(deleted.status === 409 ? 200 : 409);
    }
  });

  it('leaves no task that is created concurrently', async () => {
    for (let round = 0; round < 5; round++) {
      const id = await project();
      const responses = await Promise.all([
        ada.delete(`/projects/${id}`),
        ...Array.from({ length: 4 }, () => task(id)),
      ]);
      const [deleted, ...tasks] = responses.map(({ status }) => status);
      if (deleted === 204) expect(tasks).toEqual([422, 422, 422, 422]);
      else expect([deleted, (await ada.get(`/projects/${id}`)).status]).toEqual([409, 200]);
    }
  });
});
