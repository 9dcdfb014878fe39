import { afterEach, describe, expect, it } from '@jest/globals';
import { deadlocks } from '@tandem/testing/deadlocks';
import { eventually } from '@tandem/testing/eventually';
import { useWorld } from '@tandem/testing/world';

describe('a label deleted while tasks with it change', () => {
  const world = useWorld();
  const { ada, asOwner } = world;
  const meanwhile = world.session();
  const label = async (name: string) => (await ada.post('/labels', { name, color: '#000000' })).body.id as string;
  const task = async (fields: object = {}) => (await ada.post('/tasks', { title: 'x', ...fields })).body.id as string;
  const dangling = (id: string) =>
    asOwner(
      `select t.id from tasks t where $1 = any(t.label_ids)
        or t.label_ids <@ array(select l.label_id from task_labels l where l.task_id = t.id) is false
        or cardinality(t.label_ids) <> (select count(*) from task_labels l where l.task_id = t.id)`,
      [id],
    );
  const losses = (id: string) =>
    asOwner<{ resource_id: string; count: number }>(
      `select resource_id, count(*)::int as count from events where type = 'task.updated'
        and metadata #> '{changes,label_ids,from}' ? $1 and not metadata #> '{changes,label_ids,to}' ? $1
        group by resource_id`,
      [id],
    );

  // One that failed lets go of what it held.
  afterEach(() => meanwhile.query('rollback'));

  it('leaves 100 tasks that are edited at the same time, each with one event', async () => {
    const [going, staying] = [await label('Going'), await label('Staying')];
    const many = (count: number, fields: object) => Promise.all(Array.from({ length: count }, () => task(fields)));
    const series = { rrule: 'FREQ=DAILY', due_date: '2030-01-01' };
    const [labeled, recurring, others] = [
      await many(80, { label_ids: [going] }),
      await many(20, { label_ids: [going], ...series }),
      await many(20, {}),
    ];
    const edits = [
      (id: string) => ada.patch(`/tasks/${id}`, { title: 'y' }),
      (id: string) => ada.patch(`/tasks/${id}`, { label_ids: [staying, going] }),
      (id: string) => ada.post(`/tasks/${id}/labels`, { label_id: staying }),
      (id: string) => ada.post(`/tasks/${id}/cancel`),
    ];
    const requests = [
      ...labeled.map((id, index) => () => edits[index % edits.length]!(id)),
      ...recurring.map((id) => () => ada.post(`/tasks/${id}/complete`)),
      ...others.map((id) => () => ada.post(`/tasks/${id}/labels`, { label_id: going })),
      ...others.map(() => () => ada.post('/tasks', { title: 'new', label_ids: [going] })),
    ];
    const isEarly = (_: unknown, index: number) => index % 2 === 0;
    const early = requests.filter(isEarly).map((send) => send());
    const deleted = ada.delete(`/labels/${going}`);
    const late = requests.filter((_, index) => !isEarly(_, index)).map((send) => send());
    const responses = await Promise.all([...early, ...late]);
    expect((await deleted).status).toBe(204);
    expect(responses.filter(({ status }) => ![200, 201, 422].includes(status)).map(({ body }) => body)).toEqual([]);
    expect(await dangling(going)).toEqual([]);
    const lost = await losses(going);
    expect(lost.map(({ resource_id }) => resource_id)).toEqual(expect.arrayContaining([...labeled, ...recurring]));
    expect(lost.filter(({ count }) => count !== 1)).toEqual([]);
  });

  const inTurn = async (id: string, ...requests: (() => PromiseLike<{ status: number }>)[]) => {
    await meanwhile.query('begin');
    await meanwhile.query('select from labels where id = $1 for update', [id]);
    const responses = [];
    for (const [index, request] of requests.entries()) {
      responses.push(Promise.resolve(request()));
      await eventually(async () => expect(await meanwhile.waiting()).toBe(index + 1));
    }
    await meanwhile.query('commit');
    return (await Promise.all(responses)).map(({ status }) => status);
  };

  it.each([
    ['is updated', (id: string, label: string) => ada.patch(`/tasks/${id}`, { label_ids: [label] }), '/label_ids'],
    ['takes it', (id: string, label: string) => ada.post(`/tasks/${id}/labels`, { label_id: label }), '/label_id'],
    ['is created', (_: string, label: string) => ada.post('/tasks', { title: 'x', label_ids: [label] }), '/label_ids'],
  ])('loses it or is refused if it %s at that moment', async (name, take, pointer) => {
    const [first, last] = [await label(`${name} first`), await label(`${name} last`)];
    const [early, late] = [await task(), await task()];
    const remove = (id: string) => () => ada.delete(`/labels/${id}`);
    const before = await deadlocks(world);
    const [taken, gone] = await inTurn(first, () => take(early, first), remove(first));
    expect([taken! < 300, gone]).toEqual([true, 204]);
    let refused: { status: number; body: unknown } | undefined;
    const tooLate = async () => (refused = await take(late, last));
    expect(await inTurn(last, remove(last), tooLate)).toEqual([204, 422]);
    expect(refused!.body).toMatchObject({ errors: [{ pointer, code: 'not_found' }] });
    for (const id of [first, last]) expect(await dangling(id)).toEqual([]);
    expect((await losses(first)).map(({ count }) => count)).toEqual([1]);
    expect(await deadlocks(world)).toBe(before);
  });
});
