import { describe, expect, it } from '@jest/globals';
import { eventually } from '@tandem/testing/eventually';
import { useWorld } from '@tandem/testing/world';
import { deadlocks } from '@tandem/testing/deadlocks';
import { copiesOfTasks } from './copied-tasks.js';

interface Task {
  id: string;
  successor_id: string | null;
  next_occurrence: string | null;
  completed_at: string | null;
  canceled_at: string | null;
}

interface Ids {
  id: string;
  successor: string;
  child: string;
  other: string;
}

const rounds = 12;
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();

describe('concurrent changes of tasks', () => {
  const world = useWorld({ isInsistent: true });
  const { ada } = world;
  const meanwhile = world.session();
  const adding = world.session();
  let titles = 0;
  const make = async (fields: object = {}) => (await ada.post('/tasks', { title: 'x', ...fields })).body as Task;
  const act = (id: string, action: string, body?: object) => ada.post(`/tasks/${id}/${action}`, body);
  const read = async (id: string) => (await ada.get(`/tasks/${id}`)).body as Task;
  const times = (count: number, work: () => Promise<void>) => Promise.all(Array.from({ length: count }, work));

  const completed = async (): Promise<Ids & { title: string }> => {
    const title = `series${titles++}`;
    const { id } = await make({ title, due_at: inDays(10), rrule: 'FREQ=DAILY' });
    await make({ title: 'child', parent_id: id });
    const other = (await make()).id;
    await act(id, 'complete');
    const successor = (await read(id)).successor_id!;
    const child = (await ada.get(`/tasks?parent_id=${successor}`)).body.data[0].id as string;
    return { id, successor, child, other, title };
  };
  /** The open tasks that continue the series; it should be one. */
  const statesOf = async (title: string) =>
    ((await ada.get(`/tasks?q=${title}&state=open`)).body.data as Task[]).filter((task) => task.next_occurrence);

  const writes: [string, (ids: Ids) => Promise<{ status: number }>][] = [
    ['a subtask of it', ({ successor }) => ada.post('/tasks', { title: 'new', parent_id: successor })],
    ['a subtask of its subtask', ({ child }) => ada.post('/tasks', { title: 'new', parent_id: child })],
    ['a task put below it', ({ successor, other }) => ada.patch(`/tasks/${other}`, { parent_id: successor })],
    ['its completing', ({ successor }) => act(successor, 'complete')],
    ['its canceling', ({ successor }) => act(successor, 'cancel')],
    ['its snoozing', ({ successor }) => act(successor, 'snooze', { until: inDays(2) })],
    ['its change', ({ successor }) => ada.patch(`/tasks/${successor}`, { title: 'mine' })],
    ['a change of its subtask', ({ child }) => ada.patch(`/tasks/${child}`, { description: 'mine' })],
    ['a comment on it', ({ successor }) => ada.post(`/tasks/${successor}/comments`, { body: 'hm' })],
    [
      'a link of it',
      ({ successor, other }) => ada.post(`/tasks/${successor}/links`, { entity_type: 'task', entity_id: other }),
    ],
  ];
  it.each(writes)('reopening does not delete a successor with %s', async (_, write) => {
    const before = await deadlocks(world);
    await times(rounds, async () => {
      const ids = await completed();
      const [reopened, written] = await Promise.all([act(ids.id, 'reopen'), write(ids)]);
      expect(reopened.status).toBe(200);
      expect(reopened.body.completed_at).toBeNull();
      const { status } = await ada.get(`/tasks/${ids.successor}`);
      if (written.status < 300) {
        expect([status, (await read(ids.id)).successor_id]).toEqual([200, ids.successor]);
      } else {
        expect([404, 422]).toContain(written.status);
        expect([status, (await read(ids.id)).successor_id]).toEqual([404, null]);
      }
    });
    expect(await deadlocks(world)).toBe(before);
  });

  it.each(['successor', 'child'] as const)(
    'reopening waits for a comment that is being added to the %s',
    async (on) => {
      const { id, ...ids } = await completed();
      await meanwhile.query('begin');
      await meanwhile.query('lock table task_comments in share mode');
      const commented = ada.post(`/tasks/${ids[on]}/comments`, { body: 'hm' });
      await eventually(async () => expect(await meanwhile.waiting()).toBe(1));
      const reopened = act(id, 'reopen');
      await Promise.race([reopened, eventually(async () => expect(await meanwhile.waiting()).toBe(2))]);
      await meanwhile.query('commit');
      expect((await commented).status).toBe(201);
      expect(await reopened).toMatchObject({ status: 200, body: { successor_id: ids.successor } });
      expect((await ada.get(`/tasks/${ids[on]}`)).status).toBe(200);
    },
  );

  it('a series continues from one task, whether its successor is first completed or removed', async () => {
    await times(rounds, async () => {
      const { id, successor, title } = await completed();
      await Promise.all([act(id, 'reopen'), act(successor, 'complete')]);
      expect(await statesOf(title)).toHaveLength(1);
      await act(id, 'complete');
      expect(await statesOf(title)).toHaveLength(1);
    });
  });

  it('reopening succeeds while the successor is being deleted', async () => {
    await times(rounds, async () => {
      const { id, successor, title } = await completed();
      const responses = await Promise.all([act(id, 'reopen'), ada.delete(`/tasks/${successor}`)]);
      expect(responses[0].status).toBe(200);
      expect([204, 404]).toContain(responses[1].status);
      expect((await statesOf(title)).map((task) => task.id)).toEqual([id]);
    });
  });

  it('parents and subtasks are closed and reopened without deadlocks', async () => {
    const before = await deadlocks(world);
    await times(6, async () => {
      const top = (await make()).id;
      const middle = (await make({ parent_id: top })).id;
      const bottom = (await make({ parent_id: middle })).id;
      const line = [top, middle, bottom];
      for (const actions of [['cancel'], ['reopen'], ['complete', 'cancel', 'reopen'], ['reopen']]) {
        const responses = await Promise.all(
          line.flatMap((id) =>
            actions.map((action) => act(id, action, action === 'complete' ? { cascade: true } : undefined)),
          ),
        );
        for (const { status } of responses) expect([200, 409]).toContain(status);
      }
      for (const id of line) expect(await read(id)).toMatchObject({ completed_at: null, canceled_at: null });
    });
    expect(await deadlocks(world)).toBe(before);
  });

  it('recurring tasks that link to each other are completed without deadlocks', async () => {
    const before = await deadlocks(world);
    await times(6, async () => {
      const project_id = (await ada.post('/projects', { name: 'Linked' })).body.id;
      const parent_id = (await make({ project_id })).id;
      const fields = { project_id, parent_id, due_at: inDays(10), rrule: 'FREQ=DAILY' };
      const [one, two] = [(await make(fields)).id, (await make(fields)).id];
      const link = (from: string, to: string) =>
        ada.post(`/tasks/${from}/links`, { entity_type: 'task', entity_id: to });
      await Promise.all([link(one, two), link(two, one)]);
      const responses = await Promise.all([
        ...[one, two].map((id) => act(id, 'complete')),
        act(parent_id, 'cancel'),
        ada.post('/tasks', { title: 'x', project_id, parent_id: one }),
      ]);
      for (const { status } of responses) expect([200, 201, 409]).toContain(status);
    });
    expect(await deadlocks(world)).toBe(before);
  });

  it('completing is refused if the project is archived during the wait for a new subtask', async () => {
    const project_id = (await ada.post('/projects', { name: 'Late' })).body.id as string;
    const { id } = await make({ project_id });
    await meanwhile.query('begin');
    await meanwhile.query('select from tasks where id = $1 for no key update', [id]);
    const completed = act(id, 'complete');
    await eventually(async () => expect(await meanwhile.waiting()).toBe(1));
    // It is not among the tasks that are locked first, so all are locked again.
    const [{ id: child }] = (await adding.query(
      `${copiesOfTasks({ parent_id: 't.id', identifier: "t.identifier || '0'" })}
       from tasks t where t.id = $1 returning id`,
      [id],
    )) as [{ id: string }];
    await adding.query('begin');
    await adding.query('select from tasks where id = $1 for update', [child]);
    await meanwhile.query('commit');
    const waits = 'select from pg_stat_activity where pg_backend_pid() = any(pg_blocking_pids(pid))';
    await eventually(async () => {
      await adding.query('select pg_stat_clear_snapshot()');
      expect(await adding.query(waits)).toHaveLength(1);
    });
    expect((await ada.post(`/projects/${project_id}/archive`)).status).toBe(200);
    await adding.query('commit');
    expect(await completed).toMatchObject({ status: 409, body: { code: 'project_archived' } });
  });

  it('completing is refused if the project is archived before the successor is created', async () => {
    const project_id = (await ada.post('/projects', { name: 'Ended' })).body.id as string;
    const { id } = await make({ project_id, due_at: inDays(10), rrule: 'FREQ=DAILY' });
    await meanwhile.query('begin');
    await meanwhile.query('select from statuses where project_id = $1 for update', [project_id]);
    const completed = act(id, 'complete');
    await eventually(async () => expect(await meanwhile.waiting()).toBe(1));
    expect((await ada.post(`/projects/${project_id}/archive`)).status).toBe(200);
    await meanwhile.query('commit');
    expect(await completed).toMatchObject({ status: 409, body: { code: 'project_archived' } });
    expect(await read(id)).toMatchObject({ completed_at: null, successor_id: null });
  });
});
