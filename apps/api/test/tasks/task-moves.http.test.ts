import { describe, expect, it } from '@jest/globals';
import { useWorld } from '@tandem/testing/world';
import { copiesOfTasks } from './copied-tasks.js';

describe('moving a task with subtasks', () => {
  const { ada, member, asOwner } = useWorld();
  let number = 0;

  const project = async (fields: object = {}) =>
    (await ada.post('/projects', { name: 'One', identifier: `P${++number}X`, ...fields })).body as {
      id: string;
      identifier: string;
    };
  const task = async (fields: object) => (await ada.post('/tasks', { title: 'One', ...fields })).body;
  const read = async (id: string) => (await ada.get(`/tasks/${id}`)).body;
  const tree = async (project_id: string) => {
    const root = await task({ project_id });
    const child = await task({ project_id, parent_id: root.id });
    const grandchild = await task({ project_id, parent_id: child.id });
    return [root, child, grandchild];
  };

  it('moves them, each with a new number, and their former identifiers still find them', async () => {
    const [from, to] = [await project(), await project()];
    await task({ project_id: to.id });
    const before = await tree(from.id);
    await ada.post(`/tasks/${before[1].id}/complete`);
    const moved = await ada.post(`/tasks/${before[0].id}/move`, { project_id: to.id });
    expect(moved.body).toMatchObject({ project_id: to.id, identifier: `${to.identifier}-2` });
    for (const [index, former] of before.entries()) {
      const now = await read(former.id);
      expect(now).toMatchObject({ project_id: to.id, parent_id: former.parent_id, section_id: null });
      expect(now.identifier).toBe(`${to.identifier}-${index + 2}`);
      expect((await ada.get(`/tasks/by-identifier/${former.identifier}`)).body.id).toBe(former.id);
      const [latest] = (await ada.get(`/audit-log?resource_id=${former.id}&limit=1`)).body.data;
      expect(latest).toMatchObject({ action: 'task.updated', metadata: { changes: { project_id: { to: to.id } } } });
    }
    expect((await read(before[1].id)).completed_at).not.toBeNull();
    expect((await task({ project_id: to.id })).identifier).toBe(`${to.identifier}-5`);
  });

  it('detaches them from their parent if requested', async () => {
    const [from, to] = [await project(), await project()];
    const [root, child, grandchild] = await tree(from.id);
    const moved = await ada.post(`/tasks/${root.id}/move`, { project_id: to.id, with_subtasks: false });
    expect(moved.body.project_id).toBe(to.id);
    expect(await read(child.id)).toMatchObject({ project_id: from.id, identifier: child.identifier, parent_id: null });
    expect(await read(grandchild.id)).toMatchObject({ project_id: from.id, parent_id: child.id });
  });

  it('keeps those in another project, and removes the others from all projects with it', async () => {
    const [from, elsewhere] = [await project(), await project()];
    const [root, child] = await tree(from.id);
    const other = await task({ project_id: elsewhere.id, parent_id: root.id });
    await ada.post(`/tasks/${root.id}/move`, { project_id: null });
    expect(await read(child.id)).toMatchObject({ project_id: null, identifier: null, parent_id: root.id });
    expect(await read(other.id)).toMatchObject({ project_id: elsewhere.id, identifier: other.identifier });
  });

  it('moves nothing into a project that is archived or that the caller may not see', async () => {
    const [from, archived, shut] = [await project(), await project(), await project({ is_private: true })];
    await ada.post(`/projects/${archived.id}/archive`);
    const [root, child] = await tree(from.id);
    const guest = await member(ada, []);
    expect((await ada.post(`/tasks/${root.id}/move`, { project_id: archived.id })).status).toBe(409);
    expect((await guest.post(`/tasks/${root.id}/move`, { project_id: shut.id })).status).toBe(422);
    expect(await read(child.id)).toMatchObject({ project_id: from.id, identifier: child.identifier });
  });

  it('moves a thousand of them', async () => {
    const [from, to] = [await project(), await project()];
    const root = await task({ project_id: from.id });
    await asOwner(
      `${copiesOfTasks({ parent_id: 't.id', identifier: "$2::text || '-' || n + 1" })}
       from tasks t, generate_series(1, 1000) n where t.id = $1`,
      [root.id, from.identifier],
    );
    expect((await ada.post(`/tasks/${root.id}/move`, { project_id: to.id })).status).toBe(200);
    const text =
      'select count(*)::int as count, count(distinct identifier)::int as numbers from tasks where project_id = $1';
    expect(await asOwner(text, [to.id])).toEqual([{ count: 1001, numbers: 1001 }]);
    expect((await task({ project_id: to.id })).identifier).toBe(`${to.identifier}-1002`);
  });
});
