import { describe, expect, it } from '@jest/globals';
import { useWorld } from '@tandem/testing/world';

interface Task {
  id: string;
  successor_id: string | null;
  recurs_from: string | null;
  next_occurrence: string | null;
  completed_at: string | null;
}

describe('the current task of a series', () => {
  const { ada } = useWorld();
  const inTenDays = new Date(Date.now() + 10 * 86_400_000).toISOString();
  const first = async () =>
    (await ada.post('/tasks', { title: 'x', due_at: inTenDays, rrule: 'FREQ=DAILY' })).body as Task;
  const act = async (id: string | null, action: string) => (await ada.post(`/tasks/${id}/${action}`)).body as Task;
  const read = async (id: string | null) => (await ada.get(`/tasks/${id}`)).body as Task;
  const remove = async (id: string | null) => expect((await ada.delete(`/tasks/${id}`)).status).toBe(204);
  const touch = (id: string | null) => ada.patch(`/tasks/${id}`, { title: 'touched' });
  const elsewhere = { status: 409, code: 'series_continues_elsewhere' };
  const here = { successor_id: null, next_occurrence: expect.any(String), completed_at: null };
  const behind = (successor_id: string | null) => ({ successor_id, next_occurrence: null });

  it('is the reopened task if its successor was deleted, and completing it creates another', async () => {
    const task = await first();
    const { successor_id } = await act(task.id, 'complete');
    await remove(successor_id);
    expect(await act(task.id, 'reopen')).toMatchObject({ ...here, next_occurrence: task.next_occurrence });
    const again = (await act(task.id, 'complete')).successor_id;
    expect(again).not.toBe(successor_id);
    expect(await read(again)).toMatchObject({ recurs_from: task.id, due_at: task.next_occurrence });
    expect((await act(task.id, 'complete')).successor_id).toBe(again);
  });

  it('is the open task before a deleted one', async () => {
    const { id } = await first();
    const { successor_id } = await act(id, 'complete');
    await touch(successor_id);
    expect(await act(id, 'reopen')).toMatchObject(behind(successor_id));
    await remove(successor_id);
    expect(await read(id)).toMatchObject(here);
    expect(await act(successor_id, 'restore')).toMatchObject(elsewhere);
  });

  it('is the last task, whichever before it is deleted', async () => {
    const { id } = await first();
    const second = (await act(id, 'complete')).successor_id;
    const third = (await act(second, 'complete')).successor_id;
    await remove(second);
    expect(await act(id, 'reopen')).toMatchObject(behind(second));
    expect((await act(id, 'complete')).successor_id).toBe(second);
    await act(id, 'reopen');
    await remove(third);
    expect(await read(id)).toMatchObject(here);
    for (const deleted of [second, third]) expect(await act(deleted, 'restore')).toMatchObject(elsewhere);
  });

  it('is the deleted task again if it is restored before the series continues', async () => {
    const { id } = await first();
    const { successor_id } = await act(id, 'complete');
    await remove(successor_id);
    expect(await act(successor_id, 'restore')).toMatchObject({ id: successor_id, recurs_from: id, deleted_at: null });
    expect((await read(successor_id)).next_occurrence).not.toBeNull();
  });

  it('is the restored task if its successor no longer exists', async () => {
    const { id } = await first();
    const { successor_id } = await act(id, 'complete');
    await touch(successor_id);
    await act(id, 'reopen');
    await remove(id);
    await remove(successor_id);
    expect(await act(id, 'restore')).toMatchObject(here);
  });

  it('is not a restored task that reopening had removed', async () => {
    const { id } = await first();
    const { successor_id } = await act(id, 'complete');
    await act(id, 'reopen');
    expect(await act(successor_id, 'restore')).toMatchObject(elsewhere);
    const again = (await act(id, 'complete')).successor_id;
    expect(await act(successor_id, 'restore')).toMatchObject(elsewhere);
    expect(await read(successor_id)).toMatchObject({ status: 404 });
    expect((await read(again)).next_occurrence).not.toBeNull();
  });

  it('is a successor from which a link was removed, so that reopening keeps it', async () => {
    const { id } = await first();
    const { id: entity_id } = await first();
    await ada.post(`/tasks/${id}/links`, { entity_type: 'task', entity_id });
    const { successor_id } = await act(id, 'complete');
    const [link] = (await ada.get(`/tasks/${successor_id}/links`)).body.data;
    expect((await ada.delete(`/tasks/${successor_id}/links/${link.id}`)).status).toBe(204);
    expect(await act(id, 'reopen')).toMatchObject(behind(successor_id));
    expect((await read(successor_id)).id).toBe(successor_id);
  });
});
