import { beforeAll, describe, expect, it } from '@jest/globals';
import { useWorld } from '@tandem/testing/world';

interface Task {
  id: string;
  status_id: string;
  completed_at: string | null;
  canceled_at: string | null;
  snoozed_until: string | null;
  deleted_at: string | null;
}

describe('the states of a task', () => {
  const { ada, raw, tenant, asOwner } = useWorld();
  let statuses: Record<string, string>;
  const make = async (fields: object = {}) => (await ada.post('/tasks', { title: 'x', ...fields })).body as Task;
  const act = (id: string, action: string, body?: object) => ada.post(`/tasks/${id}/${action}`, body);
  const read = async (id: string) => (await ada.get(`/tasks/${id}`)).body as Task;
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString();
  const events = async (id: string) =>
    (await ada.get(`/audit-log?resource_id=${id}`)).body.data.map(
      ({ action }: { action: string }) => action,
    ) as string[];

  beforeAll(async () => {
    const rows = await asOwner<{ category: string; id: string }>(
      'select category, id from statuses where tenant_id = $1 and project_id is null',
      [ada.tenantId],
    );
    statuses = Object.fromEntries(rows.map(({ category, id }) => [category, id]));
  });

  it.each(['backlog', 'unstarted', 'started', 'completed', 'canceled'])(
    'a task in the category %s has that category and its state wherever it is shown',
    async (status_category) => {
      const task = await make({ status_id: statuses[status_category] });
      const state = ['completed', 'canceled'].includes(status_category) ? status_category : 'open';
      expect(task).toMatchObject({ status_category, state });
      expect(await read(task.id)).toEqual(task);
      expect((await ada.get('/tasks?limit=1')).body.data).toEqual([task]);
      expect(await asOwner('select data from events where resource_id = $1', [task.id])).toContainEqual({ data: task });
    },
  );

  it('a change of the status is recorded with both categories', async () => {
    const { id } = await make();
    await ada.patch(`/tasks/${id}`, { status_id: statuses.started });
    const [entry] = (await ada.get(`/audit-log?resource_id=${id}`)).body.data;
    expect(entry.metadata.changes).toMatchObject({ status_category: { from: 'unstarted', to: 'started' } });
  });

  it('complete sets the time of completion and the completed status, and ends a snooze', async () => {
    const { id } = await make();
    await act(id, 'snooze', { until: tomorrow });
    const done = await act(id, 'complete');
    expect(done.body).toMatchObject({ status_id: statuses.completed, canceled_at: null, snoozed_until: null });
    expect(done.body.completed_at).toEqual(expect.any(String));
    const again = await act(id, 'complete');
    expect([again.status, again.body]).toEqual([200, done.body]);
    expect(await events(id)).toEqual(['task.completed', 'task.snoozed', 'task.created']);
  });

  it('a canceled task cannot be completed, and a completed one cannot be canceled', async () => {
    const [deleted, done] = [await make(), await make()];
    await act(deleted.id, 'cancel');
    await act(done.id, 'complete');
    expect((await act(deleted.id, 'complete')).body).toMatchObject({ status: 409, code: 'task_canceled' });
    expect((await act(done.id, 'cancel')).body).toMatchObject({ status: 409, code: 'task_completed' });
    expect((await read(done.id)).canceled_at).toBeNull();
  });

  it('complete keeps open children unless it cascades', async () => {
    const top = await make();
    const child = await make({ parent_id: top.id });
    const grandchild = await make({ parent_id: child.id });
    await act(top.id, 'complete');
    expect((await read(child.id)).completed_at).toBeNull();
    await act(top.id, 'complete', { cascade: true });
    for (const { id } of [child, grandchild]) expect((await read(id)).completed_at).not.toBeNull();
    expect((await act(top.id, 'complete', { cascade: 'yes' })).status).toBe(422);
  });

  it('cancel cancels every open task below, and nothing else', async () => {
    const top = await make();
    const [open, done] = [await make({ parent_id: top.id }), await make({ parent_id: top.id })];
    const below = await make({ parent_id: done.id });
    const beside = await make();
    await act(open.id, 'snooze', { until: tomorrow });
    await act(done.id, 'complete');
    const canceled = await act(top.id, 'cancel');
    expect(canceled.body).toMatchObject({ status_id: statuses.canceled, completed_at: null, next_occurrence: null });
    expect(await read(open.id)).toMatchObject({ canceled_at: expect.any(String), snoozed_until: null });
    expect((await read(below.id)).canceled_at).not.toBeNull();
    expect(await read(done.id)).toMatchObject({ completed_at: expect.any(String), canceled_at: null });
    expect((await read(beside.id)).canceled_at).toBeNull();
    expect((await act(top.id, 'cancel')).body).toEqual(canceled.body);
  });

  it('reopen reopens what the same cancel had canceled, and nothing else', async () => {
    const top = await make();
    const [before, along] = [await make({ parent_id: top.id }), await make({ parent_id: top.id })];
    await act(before.id, 'cancel');
    await act(top.id, 'cancel');
    const reopened = await act(top.id, 'reopen');
    expect(reopened.body).toMatchObject({ status_id: statuses.unstarted, canceled_at: null });
    expect((await read(along.id)).canceled_at).toBeNull();
    expect((await read(before.id)).canceled_at).not.toBeNull();
    expect((await act(top.id, 'reopen')).body).toEqual((await ada.get(`/tasks/${top.id}`)).body);
  });

  it('reopening after a later cancel does not undo an earlier one', async () => {
    const top = await make();
    const [first, second] = [await make({ parent_id: top.id }), await make({ parent_id: top.id })];
    await act(top.id, 'cancel');
    await act(first.id, 'reopen');
    expect((await read(top.id)).canceled_at).toBeNull();
    expect((await read(second.id)).canceled_at).not.toBeNull();
    await act(top.id, 'cancel');
    await act(top.id, 'reopen');
    expect((await read(first.id)).canceled_at).toBeNull();
    expect((await read(second.id)).canceled_at).not.toBeNull();
  });

  it('reopening a child reopens every closed ancestor except deleted ones', async () => {
    const top = await make();
    const middle = await make({ parent_id: top.id });
    const child = await make({ parent_id: middle.id });
    await act(top.id, 'complete', { cascade: true });
    expect((await act(child.id, 'reopen')).body.completed_at).toBeNull();
    for (const { id } of [top, middle]) expect((await read(id)).completed_at).toBeNull();
    await act(top.id, 'complete', { cascade: true });
    await ada.delete(`/tasks/${middle.id}`);
    expect((await act(child.id, 'reopen')).status).toBe(200);
    expect((await read(top.id)).completed_at).toBeNull();
  });

  it('a status has the effect of the action of its category', async () => {
    const top = await make();
    const child = await make({ parent_id: top.id });
    const set = (category: string) => ada.patch(`/tasks/${top.id}`, { status_id: statuses[category] });
    expect((await set('started')).body).toMatchObject({ status_id: statuses.started, completed_at: null });
    expect((await set('completed')).body.completed_at).not.toBeNull();
    expect((await set('canceled')).body).toMatchObject({ status: 409, code: 'task_completed' });
    expect((await set('backlog')).body).toMatchObject({ completed_at: null, canceled_at: null });
    expect((await set('canceled')).body.canceled_at).not.toBeNull();
    expect((await read(child.id)).canceled_at).not.toBeNull();
    expect((await set('completed')).body.code).toBe('task_canceled');
    expect((await set('unstarted')).body.canceled_at).toBeNull();
    expect((await read(child.id)).canceled_at).toBeNull();
    expect(await events(top.id)).toEqual(expect.arrayContaining(['task.completed', 'task.canceled', 'task.reopened']));
    const foreign = await ada.post('/projects', { name: 'Elsewhere' });
    const elsewhere = await ada.patch(`/tasks/${top.id}`, { status_id: foreign.body.default_status_id });
    expect(elsewhere.body.errors).toMatchObject([{ pointer: '/status_id', code: 'not_found' }]);
  });

  it('a task can be created as completed', async () => {
    const born = await make({ status_id: statuses.completed });
    expect(born.completed_at).not.toBeNull();
    expect(await events(born.id)).toEqual(['task.completed', 'task.created']);
  });

  it('snooze hides a task from default lists and changes no date', async () => {
    const { id } = await make({ title: 'sleepy', due_date: '2026-12-24' });
    const asleep = await act(id, 'snooze', { until: tomorrow });
    expect(asleep.body).toMatchObject({ snoozed_until: tomorrow, due_date: '2026-12-24' });
    const found = async (query: string) => (await ada.get(`/tasks?q=sleepy${query}`)).body.data as Task[];
    expect(await found('')).toEqual([]);
    expect(await found('&include_snoozed=true')).toHaveLength(1);
    expect((await act(id, 'unsnooze')).body.snoozed_until).toBeNull();
    expect(await found('')).toHaveLength(1);
    for (const until of ['2020-01-01T00:00:00Z', '2040-01-01T00:00:00Z'])
      expect((await act(id, 'snooze', { until })).body).toMatchObject({ status: 422, errors: [{ pointer: '/until' }] });
    expect((await act(id, 'snooze')).body.errors).toMatchObject([{ pointer: '/until', code: 'required' }]);
    await act(id, 'complete');
    expect((await act(id, 'snooze', { until: tomorrow })).body.code).toBe('task_completed');
  });

  it('a deleted task does not exist and can be restored for 30 days', async () => {
    const { id } = await make();
    expect((await ada.delete(`/tasks/${id}`)).status).toBe(204);
    for (const response of [await ada.get(`/tasks/${id}`), await act(id, 'complete'), await ada.delete(`/tasks/${id}`)])
      expect(response.status).toBe(404);
    expect((await act(id, 'restore')).body).toMatchObject({ id, deleted_at: null });
    expect((await act(id, 'restore')).status).toBe(200);
    await ada.delete(`/tasks/${id}`);
    await asOwner(`update tasks set deleted_at = now() - interval '31 days' where id = $1`, [id]);
    expect((await act(id, 'restore')).status).toBe(404);
  });

  it('four concurrent cancels record one event', async () => {
    const { id } = await make();
    const responses = await Promise.all(Array.from({ length: 4 }, () => act(id, 'cancel')));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await events(id)).toEqual(['task.canceled', 'task.created']);
  });

  it('no action reaches a task of another tenant, and every action requires a token', async () => {
    const other = await tenant('Other');
    const { id } = await make();
    for (const action of ['complete', 'cancel', 'reopen', 'snooze', 'unsnooze', 'restore', 'move']) {
      const bodies: Record<string, object> = { snooze: { until: tomorrow }, move: { project_id: null } };
      expect([action, (await other.post(`/tasks/${id}/${action}`, bodies[action])).status]).toEqual([action, 404]);
      expect((await raw('post', `/api/v1/tasks/${id}/${action}`)).status).toBe(401);
      expect((await act(id, action, { ...bodies[action], nonsense: 1 })).status).toBe(422);
    }
    expect(await events(id)).toEqual(['task.created']);
  });
});
