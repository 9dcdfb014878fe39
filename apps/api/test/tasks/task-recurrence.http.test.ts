import { describe, expect, it } from '@jest/globals';
import { eventually } from '@tandem/testing/eventually';
import { useWorld } from '@tandem/testing/world';

interface Task {
  id: string;
  due_at: string | null;
  due_date: string | null;
  deadline: string | null;
  start_date: string | null;
  rrule: string | null;
  next_occurrence: string | null;
  successor_id: string | null;
  canceled_at: string | null;
}

/** Soon enough for a rule to begin in, and late enough to be entirely in the future. */
const year = new Date().getUTCFullYear() + 3;

describe('recurring tasks over HTTP', () => {
  const { ada, other, raw, tenant } = useWorld();
  const make = async (fields: object) => (await ada.post('/tasks', { title: 'x', ...fields })).body as Task;
  const act = async (id: string, action: string) => (await ada.post(`/tasks/${id}/${action}`)).body as Task;
  const read = async (id: string) => (await ada.get(`/tasks/${id}`)).body as Task;

  it('a task keeps its rule as given and shows when its successor would be due', async () => {
    const rrule = 'DTSTART;TZID=America/New_York:20900101T090000\nRRULE:FREQ=WEEKLY';
    const refused = await ada.post('/tasks', { title: 'x', rrule });
    expect(refused.status).toBe(422);
    const task = await make({ rrule: rrule.replace('2090', '2020'), due_at: '2090-01-04T14:00:00Z' });
    expect(task).toMatchObject({ next_occurrence: '2090-01-11T14:00:00.000Z', successor_id: null });
    expect(task.rrule).toBe(rrule.replace('2090', '2020'));
    expect(await read(task.id)).toEqual(task);
  });

  it.each([
    ['FREQ=HOURLY', 'invalid_rrule', 'FREQ must be one of'],
    ['FREQ=DAILY;INTERVAL=0.5', 'invalid_rrule', 'INTERVAL must be a whole number'],
    ['FREQ=DAILY;COUNT=2;UNTIL=20301231', 'invalid_rrule', 'COUNT and UNTIL exclude each other'],
    ['every day', 'invalid_rrule', 'no NAME=value'],
    ['FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30', 'no_occurrence', 'no date within 5 years'],
    ['FREQ=DAILY;UNTIL=20200101', 'no_occurrence', 'no date within 5 years'],
    [`FREQ=DAILY;BYMONTHDAY=${'1,'.repeat(250)}1`, 'invalid_length', ''],
  ])('%s is refused at /rrule', async (rrule, code, detail) => {
    const { id } = await make({});
    for (const response of [
      await ada.post('/tasks', { title: 'x', rrule }),
      await ada.patch(`/tasks/${id}`, { rrule }),
    ]) {
      expect(response.status).toBe(422);
      expect(response.body.errors[0]).toMatchObject({ pointer: '/rrule', code });
      expect(response.body.errors[0].detail).toContain(detail);
    }
  });

  it('a rule is accepted if one of its dates, including the start, is within five years', async () => {
    const status = async (due_date: string, rrule: string) =>
      (await ada.post('/tasks', { title: 'x', due_date, rrule })).status;
    expect(await status(`${year}-12-01`, 'FREQ=YEARLY;INTERVAL=6')).toBe(201);
    expect(await status(`${year}-12-01`, `FREQ=YEARLY;INTERVAL=6;UNTIL=${year + 1}0101`)).toBe(201);
    expect(await status(`${year}-12-01`, 'FREQ=YEARLY;INTERVAL=6;BYMONTH=11')).toBe(422);
    expect(await status('2099-01-01', 'FREQ=DAILY')).toBe(422);
    expect(await status('2099-01-01', 'DTSTART;VALUE=DATE:20200101\nFREQ=DAILY')).toBe(201);
  });

  it('the next occurrence follows every change', async () => {
    const task = await make({ due_at: `${year}-05-10T09:00:00Z`, rrule: 'FREQ=DAILY' });
    const patch = async (fields: object) => (await ada.patch(`/tasks/${task.id}`, fields)).body as Task;
    expect((await patch({ due_at: `${year}-06-01T10:00:00Z` })).next_occurrence).toBe(`${year}-06-02T10:00:00.000Z`);
    expect((await patch({ rrule: 'FREQ=WEEKLY' })).next_occurrence).toBe(`${year}-06-08T10:00:00.000Z`);
    expect((await patch({ due_at: null, due_date: `${year}-07-01` })).next_occurrence).toBe(
      `${year}-07-08T00:00:00.000Z`,
    );
    expect((await patch({ title: 'y' })).next_occurrence).toBe(`${year}-07-08T00:00:00.000Z`);
    expect(await patch({ rrule: null })).toMatchObject({ next_occurrence: null, rrule: null });
  });

  it('a rule uses its own time zone, or else that of the tenant', async () => {
    const berlin = await tenant('Berlin');
    await berlin.patch('/tenant', { timezone: 'Europe/Berlin' });
    const next = async (fields: object) =>
      (await berlin.post('/tasks', { title: 'x', ...fields })).body.next_occurrence as string;
    const due = { due_at: '2089-03-26T08:00:00Z' };
    const rrule = 'DTSTART:20200101T090000\nRRULE:FREQ=DAILY';
    // Callers are cached with the former zone until the signal of the change arrives.
    await eventually(async () => expect(await next({ ...due, rrule })).toBe('2089-03-27T07:00:00.000Z'));
    const inUtc = 'DTSTART:20200101T080000Z\nRRULE:FREQ=DAILY';
    expect(await next({ ...due, rrule: inUtc })).toBe('2089-03-27T08:00:00.000Z');
    expect(await next({ due_date: '2089-03-27', rrule })).toBe('2089-03-27T22:00:00.000Z');
  });

  it('skip moves all dates to the next occurrence, until the series ends', async () => {
    const task = await make({
      due_date: `${year}-01-31`,
      start_date: `${year}-01-30`,
      deadline: `${year}-02-02`,
      rrule: 'FREQ=MONTHLY;COUNT=3',
    });
    const skipped = await ada.post(`/tasks/${task.id}/skip`);
    expect(skipped.status).toBe(200);
    expect(skipped.body).toMatchObject({
      due_date: `${year}-03-31`,
      start_date: `${year}-03-30`,
      deadline: `${year}-04-02`,
    });
    expect(skipped.body).toMatchObject({ next_occurrence: `${year}-05-31T00:00:00.000Z`, completed_at: null });
    expect(await act(task.id, 'skip')).toMatchObject({ due_date: `${year}-05-31`, next_occurrence: null });
    expect(await act(task.id, 'skip')).toMatchObject({ status: 409, code: 'series_ended' });
    expect((await read(task.id)).due_date).toBe(`${year}-05-31`);
  });

  it('a task that does not recur, or is closed, cannot be skipped', async () => {
    expect(await act((await make({})).id, 'skip')).toMatchObject({ status: 409, code: 'task_not_recurring' });
    const closed = await make({ rrule: 'FREQ=DAILY' });
    await act(closed.id, 'cancel');
    expect(await act(closed.id, 'skip')).toMatchObject({ status: 409, code: 'task_canceled' });
    const { id } = await make({ rrule: 'FREQ=DAILY' });
    expect((await other.post(`/tasks/${id}/skip`)).status).toBe(404);
    expect((await ada.post('/tasks/nothing/skip')).status).toBe(400);
    expect((await raw('post', `/api/v1/tasks/${id}/skip`)).status).toBe(401);
    expect((await ada.post(`/tasks/${id}/skip`, { until: 'x' })).status).toBe(422);
  });

  it('cancel ends the series and keeps the rule, and reopen continues it', async () => {
    const task = await make({ due_at: `${year}-05-10T09:00:00Z`, rrule: 'FREQ=DAILY' });
    expect(await act(task.id, 'cancel')).toMatchObject({
      next_occurrence: null,
      rrule: 'FREQ=DAILY',
      successor_id: null,
    });
    expect((await act(task.id, 'reopen')).next_occurrence).toBe(`${year}-05-11T09:00:00.000Z`);
  });

  it('no rule delays other requests', async () => {
    const hostile = [
      'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30;COUNT=1000',
      'FREQ=YEARLY;BYWEEKNO=53;BYMONTH=7;COUNT=1000',
      'DTSTART:19000101T000000Z\nFREQ=YEARLY;BYDAY=53MO,-53TU;COUNT=1000',
    ];
    const responses = await Promise.all(hostile.map((rrule) => ada.post('/tasks', { title: 'x', rrule })));
    // Some years have a 53rd Monday or Tuesday, so the last rule has dates, though rarely.
    expect(responses.map(({ status }) => status)).toEqual([422, 422, 201]);
  });
});
