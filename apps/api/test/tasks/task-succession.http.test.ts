import { describe, expect, it } from '@jest/globals';
import { useWorld } from '@tandem/testing/world';

interface Task {
  id: string;
  title: string;
  identifier: string | null;
  completed_at: string | null;
  canceled_at: string | null;
  parent_id: string | null;
  due_at: string | null;
  due_date: string | null;
  next_occurrence: string | null;
  successor_id: string | null;
}

const year = new Date().getUTCFullYear() + 3;

describe('the successor of a completed recurring task', () => {
  const { ada } = useWorld();
  const make = async (fields: object) => (await ada.post('/tasks', { title: 'x', ...fields })).body as Task;
  const act = async (id: string, action: string, body?: object) =>
    (await ada.post(`/tasks/${id}/${action}`, body)).body as Task;
  const read = async (id: string | null) => (await ada.get(`/tasks/${id}`)).body as Task;
  const childrenOf = async (id: string | null) => (await ada.get(`/tasks?parent_id=${id}`)).body.data as Task[];
  const daily = { due_at: `${year}-05-10T09:00:00Z`, rrule: 'FREQ=DAILY' };

  it('is a new task with a new number and the same content', async () => {
    const project = (await ada.post('/projects', { name: 'Rent', identifier: 'RENT' })).body;
    const section = (await ada.post(`/projects/${project.id}/sections`, { name: 'House' })).body;
    const fields = {
      ...{ title: 'Pay', description: 'all of it', priority: 'high', metadata: { a: [1] }, assignee_id: ada.memberId },
      ...{ project_id: project.id, section_id: section.id, estimation_minutes: 5, rrule: 'FREQ=MONTHLY' },
    };
    const dates = { due_date: `${year}-01-31`, deadline: `${year}-02-03`, start_date: `${year}-01-29` };
    const task = await make({ ...fields, ...dates, time_spent_minutes: 9 });
    const done = await act(task.id, 'complete');
    expect(done).toMatchObject({ ...fields, ...dates, completed_at: expect.any(String), next_occurrence: null });
    const successor = await read(done.successor_id);
    expect(successor).toMatchObject({
      ...fields,
      ...{
        due_date: `${year}-03-31`,
        deadline: `${year}-04-03`,
        start_date: `${year}-03-29`,
        time_spent_minutes: null,
      },
      ...{ identifier: 'RENT-2', recurs_from: task.id, completed_at: null, creator_id: ada.memberId },
      next_occurrence: `${year}-05-31T00:00:00.000Z`,
    });
    const { body } = await ada.get(`/audit-log?resource_id=${successor.id}`);
    expect(body.data.map(({ action }: { action: string }) => action)).toEqual(['task.created']);
  });

  it('is created by a completed status too, but not for a task created as completed', async () => {
    const completed = (await act((await make({})).id, 'complete')) as Task & { status_id: string };
    const task = await make(daily);
    const done = (await ada.patch(`/tasks/${task.id}`, { status_id: completed.status_id })).body as Task;
    expect(await read(done.successor_id)).toMatchObject({ due_at: `${year}-05-11T09:00:00.000Z` });
    expect((await make({ ...daily, status_id: completed.status_id })).successor_id).toBeNull();
  });

  it('is unique, however often the task is completed concurrently', async () => {
    const task = await make({ ...daily, title: 'once' });
    const responses = await Promise.all(Array.from({ length: 10 }, () => act(task.id, 'complete')));
    expect(new Set(responses.map(({ successor_id }) => successor_id)).size).toBe(1);
    expect(await act(task.id, 'complete')).toEqual(await read(task.id));
    expect((await ada.get('/tasks?q=once')).body.data).toHaveLength(2);
  });

  it('has a number without gaps when many are completed concurrently', async () => {
    const project = (await ada.post('/projects', { name: 'Many', identifier: 'MANY' })).body;
    const tasks = await Promise.all(Array.from({ length: 10 }, () => make({ ...daily, project_id: project.id })));
    await Promise.all(tasks.flatMap(({ id }) => [act(id, 'complete'), act(id, 'complete')]));
    const { data } = (await ada.get(`/tasks?project_id=${project.id}`)).body as { data: Task[] };
    const numbers = data.map(({ identifier }) => Number(identifier!.slice(5))).sort((x, y) => x - y);
    expect(numbers).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
  });

  it('is created as often as COUNT says', async () => {
    let task = await make({ due_date: `${year}-01-01`, rrule: 'FREQ=WEEKLY;COUNT=3' });
    const dates = [task.due_date];
    for (let done = await act(task.id, 'complete'); done.successor_id; done = await act(task.id, 'complete')) {
      task = await read(done.successor_id);
      dates.push(task.due_date);
    }
    expect(dates).toEqual([`${year}-01-01`, `${year}-01-08`, `${year}-01-15`]);
    expect(task.next_occurrence).toBeNull();
  });

  it('counts from a task of its series whose date was changed', async () => {
    const first = await make({ due_date: `${year}-01-01`, rrule: 'FREQ=DAILY;COUNT=4' });
    const second = (await act(first.id, 'complete')).successor_id!;
    await ada.patch(`/tasks/${second}`, { due_date: `${year}-02-01` });
    const third = (await act(second, 'complete')).successor_id!;
    const fourth = (await act(third, 'complete')).successor_id!;
    expect(await read(fourth)).toMatchObject({ due_date: `${year}-02-03`, next_occurrence: null });
    expect((await act(fourth, 'complete')).successor_id).toBeNull();
  });

  it('of a task without dates is due at the next occurrence', async () => {
    const task = await make({ rrule: 'FREQ=DAILY' });
    const successor = await read((await act(task.id, 'complete')).successor_id);
    const tomorrow = new Date(Date.parse((task as Task & { created_at: string }).created_at) + 86_400_000);
    expect(successor).toMatchObject({ due_at: null, due_date: tomorrow.toISOString().slice(0, 10) });
  });

  it('has copies of the open subtasks, nested ones included, and the same links', async () => {
    const task = await make({ ...daily, title: 'top' });
    const child = await make({ title: 'child', parent_id: task.id, due_at: `${year}-05-09T08:00:00Z` });
    const closed = await make({ title: 'closed', parent_id: task.id });
    await make({ title: 'grandchild', parent_id: child.id, due_date: `${year}-05-08` });
    await make({ title: 'below closed', parent_id: closed.id });
    await act(closed.id, 'complete');
    const target = await make({});
    for (const id of [task.id, child.id])
      await ada.post(`/tasks/${id}/links`, { entity_type: 'task', entity_id: target.id });
    const done = await act(task.id, 'complete', { cascade: true });
    const children = await childrenOf(done.successor_id);
    expect(children).toMatchObject([{ title: 'child', due_at: `${year}-05-10T08:00:00.000Z`, completed_at: null }]);
    expect(await childrenOf(children[0]!.id)).toMatchObject([{ title: 'grandchild', due_date: `${year}-05-09` }]);
    expect((await read(child.id)).completed_at).not.toBeNull();
    for (const id of [done.successor_id, children[0]!.id])
      expect((await ada.get(`/tasks/${id}/links`)).body.data).toMatchObject([{ entity_id: target.id }]);
  });

  it('has no copy of an open subtask in an archived project', async () => {
    const task = await make({ ...daily });
    const { id: project_id } = (await ada.post('/projects', { name: 'Over' })).body;
    await make({ title: 'over', parent_id: task.id, project_id });
    await make({ title: 'goes on', parent_id: task.id });
    await ada.post(`/projects/${project_id}/archive`);
    const done = await act(task.id, 'complete');
    expect(await childrenOf(done.successor_id)).toMatchObject([{ title: 'goes on' }]);
  });

  it('is not created for recurring subtasks that are completed with their parent', async () => {
    const top = await make({});
    const child = await make({ ...daily, parent_id: top.id });
    await act(top.id, 'complete', { cascade: true });
    expect(await read(child.id)).toMatchObject({ completed_at: expect.any(String), successor_id: null });
  });
});

describe('reopening a completed recurring task', () => {
  const { ada } = useWorld();
  const act = async (id: string, action: string) => (await ada.post(`/tasks/${id}/${action}`)).body as Task;
  const read = async (id: string | null) => (await ada.get(`/tasks/${id}`)).body as Task;
  const complete = async () => {
    const fields = { title: 'top', due_at: `${year}-05-10T09:00:00Z`, rrule: 'FREQ=DAILY' };
    const task = (await ada.post('/tasks', fields)).body as Task;
    await ada.post('/tasks', { title: 'child', parent_id: task.id });
    await ada.post(`/tasks/${task.id}/links`, {
      entity_type: 'task',
      entity_id: (await ada.post('/tasks', { title: 'y' })).body.id,
    });
    const successor = (await act(task.id, 'complete')).successor_id!;
    const child = (await ada.get(`/tasks?parent_id=${successor}`)).body.data[0] as Task;
    return { id: task.id, successor, child: child.id };
  };

  it('removes an untouched successor, and completing creates another', async () => {
    const { id, successor, child } = await complete();
    const reopened = await act(id, 'reopen');
    expect(reopened).toMatchObject({
      successor_id: null,
      next_occurrence: `${year}-05-11T09:00:00.000Z`,
      completed_at: null,
    });
    expect(await read(id)).toEqual(reopened);
    for (const deleted of [successor, child]) expect(await read(deleted)).toMatchObject({ status: 404 });
    const again = (await act(id, 'complete')).successor_id;
    expect(again).not.toBe(successor);
    expect((await ada.post(`/tasks/${successor}/restore`)).body.code).toBe('series_continues_elsewhere');
    expect(await read(again)).toMatchObject({ due_at: `${year}-05-11T09:00:00.000Z` });
  });

  const touches: [string, (ids: { successor: string; child: string }) => Promise<unknown>][] = [
    ['was changed', ({ successor }) => ada.patch(`/tasks/${successor}`, { title: 'mine' })],
    ['was commented on', ({ successor }) => ada.post(`/tasks/${successor}/comments`, { body: 'hm' })],
    ['got a subtask', ({ successor }) => ada.post('/tasks', { title: 'new', parent_id: successor })],
    ['has a subtask that is done', ({ child }) => act(child, 'complete')],
    [
      'got a link',
      ({ successor, child }) => ada.post(`/tasks/${successor}/links`, { entity_type: 'task', entity_id: child }),
    ],
  ];
  it.each(touches)('keeps a successor that %s, and completing creates no other', async (_, touch) => {
    const ids = await complete();
    await touch(ids);
    const reopened = await act(ids.id, 'reopen');
    expect(reopened).toMatchObject({ completed_at: null, successor_id: ids.successor, next_occurrence: null });
    expect((await read(ids.successor)).id).toBe(ids.successor);
    expect((await act(ids.id, 'complete')).successor_id).toBe(ids.successor);
  });
});
