import { beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '@tandem/domain/core/id';
import { type Caller, useWorld } from '@tandem/testing/world';

interface Task {
  id: string;
  successor_id: string | null;
  next_occurrence: string | null;
}

describe('a series of tasks that is partly hidden from a member', () => {
  const world = useWorld();
  const { ada, member } = world;
  /** Sees the tasks of one project. */
  let bob: Caller;
  let open: string;
  let hidden: string;

  beforeAll(async () => {
    const project = async (name: string) => (await ada.post('/projects', { name })).body.id as string;
    [open, hidden] = [await project('Open'), await project('Hidden')];
    const resource_filter = { project_ids: [open] };
    bob = await member(ada, [{ domain: 'tasks', access_level: 'write', resource_filter }]);
  });

  const recurring = { title: 'x', due_at: new Date(Date.now() + 10 * 86_400_000).toISOString(), rrule: 'FREQ=DAILY' };
  const make = async (fields: object) => (await ada.post('/tasks', fields)).body as Task;
  const act = async (id: string, action: string) => {
    const { status, body } = await ada.post(`/tasks/${id}/${action}`);
    expect(status).toBe(200);
    return body as Task;
  };
  const read = async (id: string) => (await ada.get(`/tasks/${id}`)).body as Task & { status?: number };
  const restoredByBob = async (id: string) => (await bob.post(`/tasks/${id}/restore`)).body as object;
  const elsewhere = { status: 409, code: 'series_continues_elsewhere' };
  const here = { successor_id: null, next_occurrence: expect.any(String), completed_at: null };
  /** A completed task that Bob does not see, and its successor, which he sees. */
  const crossing = async () => {
    const { id } = await make({ ...recurring, project_id: hidden });
    const successor = (await act(id, 'complete')).successor_id!;
    expect((await ada.post(`/tasks/${successor}/move`, { project_id: open })).status).toBe(200);
    expect((await bob.get(`/tasks/${id}`)).status).toBe(404);
    expect((await bob.get(`/tasks/${successor}`)).status).toBe(200);
    return { id, successor };
  };
  const removeAsBob = async (id: string) => expect((await bob.delete(`/tasks/${id}`)).status).toBe(204);

  it('returns to the open task that is hidden from the member who deletes its successor', async () => {
    const { id, successor } = await crossing();
    expect(await act(id, 'reopen')).toMatchObject({ successor_id: successor, next_occurrence: null });
    await removeAsBob(successor);
    expect(await read(id)).toMatchObject(here);
    const again = (await act(id, 'complete')).successor_id!;
    expect(again).not.toBe(successor);
    expect((await read(again)).next_occurrence).not.toBeNull();
  });

  it('does not include a restored task whose hidden predecessor was reopened', async () => {
    const { id, successor } = await crossing();
    await removeAsBob(successor);
    expect(await act(id, 'reopen')).toMatchObject(here);
    expect(await restoredByBob(successor)).toMatchObject(elsewhere);
    expect((await read(successor)).status).toBe(404);
    expect((await act(id, 'complete')).successor_id).not.toBe(successor);
  });

  it('does not include a restored task whose hidden predecessor was completed again', async () => {
    const { id, successor } = await crossing();
    await removeAsBob(successor);
    await act(id, 'reopen');
    const again = (await act(id, 'complete')).successor_id!;
    expect(await restoredByBob(successor)).toMatchObject(elsewhere);
    expect(await read(id)).toMatchObject({ successor_id: again });
  });

  it('includes a restored task whose hidden predecessor still awaits it', async () => {
    const { id, successor } = await crossing();
    await removeAsBob(successor);
    expect(await restoredByBob(successor)).toMatchObject({ id: successor, deleted_at: null });
    expect(await read(id)).toMatchObject({ successor_id: successor, next_occurrence: null });
  });

  it('returns to a reopened task and removes the copied subtasks of its successor, hidden or not', async () => {
    const { id } = await make({ ...recurring, project_id: open });
    await make({ title: 'x', parent_id: id, project_id: hidden });
    const successor = (await act(id, 'complete')).successor_id!;
    const [copy] = (await ada.get(`/tasks?parent_id=${successor}`)).body.data as Task[];
    expect((await bob.get(`/tasks/${copy!.id}`)).status).toBe(404);
    const reopened = await bob.post(`/tasks/${id}/reopen`);
    expect(reopened).toMatchObject({ status: 200, body: here });
    for (const deleted of [successor, copy!.id]) expect((await read(deleted)).status).toBe(404);
  });

  it('is unaffected if a task does not exist for the caller: nothing is locked or searched again', async () => {
    const { id } = await make({ ...recurring, project_id: hidden });
    const deleted = await make({ ...recurring, project_id: hidden });
    await ada.delete(`/tasks/${deleted.id}`);
    const visible = (await make({ title: 'x', project_id: open })).id;
    const { database } = world.api;
    const batch = database.batch.bind(database);
    const seen = { locks: 0, rows: 0 };
    database.batch = async (statements) => {
      const outcomes = await batch(statements);
      for (const [at, { text }] of statements.entries())
        if (/\bfor update of t$/.test(text)) seen.rows += (++seen.locks, outcomes[at]!.rows.length);
      return outcomes;
    };
    for (const absent of [id, deleted.id, newId()])
      for (const action of ['complete', 'cancel', 'reopen']) {
        Object.assign(seen, { locks: 0, rows: 0 });
        expect((await bob.post(`/tasks/${absent}/${action}`)).status).toBe(404);
        expect(seen).toEqual({ locks: 1, rows: 0 });
      }
    Object.assign(seen, { locks: 0, rows: 0 });
    expect((await bob.post(`/tasks/${deleted.id}/restore`)).status).toBe(404);
    expect((await bob.patch(`/tasks/${visible}`, { parent_id: id })).status).toBe(422);
    expect(seen.rows).toBe(0);
    database.batch = batch;
  });
});
