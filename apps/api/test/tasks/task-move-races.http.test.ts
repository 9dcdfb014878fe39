import { afterEach, describe, expect, it } from '@jest/globals';
import { eventually } from '@tandem/testing/eventually';
import { useWorld } from '@tandem/testing/world';
import { deadlocks } from '@tandem/testing/deadlocks';

interface Tree {
  from: string;
  to: string;
  section: string;
  /** In the project `from`, below each other. */
  top: string;
  middle: string;
  bottom: string;
  /** In the same project, at the top level; older than the others. */
  loose: string;
}

describe('moving a task while others are added below it', () => {
  const world = useWorld({ isInsistent: true });
  const { ada } = world;
  const meanwhile = world.session();
  const project = async () => (await ada.post('/projects', { name: 'Any' })).body.id as string;
  const task = async (fields: object) => (await ada.post('/tasks', { title: 'x', ...fields })).body.id as string;
  const projectOf = async (id: string) => (await ada.get(`/tasks/${id}`)).body.project_id as string;
  const tree = async (): Promise<Tree> => {
    const [from, to] = [await project(), await project()];
    const section = (await ada.post(`/projects/${from}/sections`, { name: 'S' })).body.id as string;
    const loose = await task({ project_id: from });
    const top = await task({ project_id: from });
    const middle = await task({ project_id: from, parent_id: top });
    return { from, to, section, top, middle, loose, bottom: await task({ project_id: from, parent_id: middle }) };
  };
  const add = ({ from, section }: Tree, parent_id: string) =>
    ada.post('/tasks', { title: 'new', project_id: from, section_id: section, parent_id });
  const put = ({ loose, section }: Tree, parent_id: string) =>
    ada.patch(`/tasks/${loose}`, { section_id: section, parent_id });
  const move = ({ top, to }: Tree) => ada.post(`/tasks/${top}/move`, { project_id: to });

  // A failed test releases its locks.
  afterEach(() => meanwhile.query('rollback'));

  it.each([
    ['is made below it', add, 'top'],
    ['is made below its subtask', add, 'bottom'],
    ['is put below it', put, 'top'],
    ['is put below its subtask', put, 'bottom'],
  ] as const)('moves one that %s first', async (_, write, below) => {
    const found = await tree();
    // The new parent is locked before the section is read.
    await meanwhile.query('begin');
    await meanwhile.query('lock table sections in access exclusive mode');
    const written = write(found, found[below]);
    await eventually(async () => expect(await meanwhile.waiting()).toBe(1));
    const moved = move(found);
    await eventually(async () => expect(await meanwhile.waiting()).toBe(2));
    await meanwhile.query('commit');
    const [{ status, body }, response] = await Promise.all([written, moved]);
    expect([status, response.status]).toEqual([write === add ? 201 : 200, 200]);
    expect(body).toMatchObject({ project_id: found.from, parent_id: found[below] });
    for (const id of [found.top, found.middle, found.bottom, body.id]) expect(await projectOf(id)).toBe(found.to);
  });

  it('causes no deadlock', async () => {
    const before = await deadlocks(world);
    for (let round = 0; round < 8; round++) {
      const found = await tree();
      const responses = await Promise.all([
        ...[found.top, found.bottom, found.middle].map((id) => add(found, id)),
        move(found),
        put(found, found.bottom),
        ada.patch(`/tasks/${found.bottom}`, { parent_id: found.top }),
      ]);
      // A section of the former project is no longer valid.
      for (const { status } of responses) expect([200, 201, 422]).toContain(status);
      for (const id of [found.top, found.middle, found.bottom]) expect(await projectOf(id)).toBe(found.to);
    }
    expect(await deadlocks(world)).toBe(before);
  });
});
