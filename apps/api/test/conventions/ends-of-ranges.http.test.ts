import { describe, expect, it } from '@jest/globals';
import { useWorld } from '@tandem/testing/world';

const last = 2_147_483_647;
const first = -2_147_483_648;

describe('values at the limits of their ranges', () => {
  const world = useWorld();
  const { ada } = world;
  const post = async (path: string, body: object) => {
    const response = await ada.post(path, body);
    expect([path, response.status]).toEqual([path, 201]);
    return response.body;
  };
  const stagesOf = async (path: string) =>
    (await ada.get(path)).body.stages.map(({ name }: { name: string }) => name) as string[];

  it('a stage can be added after one at the maximum position', async () => {
    const stages = [{ name: 'A' }, { name: 'B', display_order: last }];
    const { id } = await post('/pipelines', { name: 'Full', stages });
    const added = await post(`/pipelines/${id}/stages`, { name: 'C' });
    expect(added.display_order).toBeGreaterThan(1);
    expect(await stagesOf(`/pipelines/${id}`)).toEqual(['A', 'B', 'C']);
    await ada.patch(`/pipelines/${id}/stages/${added.id}`, { display_order: last });
    await post(`/pipelines/${id}/stages`, { name: 'D' });
    expect(await stagesOf(`/pipelines/${id}`)).toEqual(['A', 'B', 'C', 'D']);
  });

  it('a new pipeline may have one stage at the maximum position, but not two', async () => {
    const stages = [{ name: 'A', display_order: last }, { name: 'B' }];
    const { id } = await post('/pipelines', { name: 'Two', stages });
    expect(await stagesOf(`/pipelines/${id}`)).toEqual(['B', 'A']);
  });

  it.each([
    ['/pipelines', { name: 'P' }, { display_order: last }],
    ['/notebooks', { name: 'N' }, { position: last }],
    ['/notebooks', { name: 'N' }, { position: first }],
    ['/tasks', { title: 'T' }, { position: last }],
    ['/tasks', { title: 'T' }, { position: first }],
  ])('a record can be added at %s beside one at the limit', async (path, fields, end) => {
    const created = await post(path, { ...fields, ...end });
    expect(created).toMatchObject(end);
    await post(path, fields);
    await post(path, fields);
  });

  it('parts of a project can be added after those at the limits', async () => {
    const { id } = await post('/projects', { name: 'Ends', identifier: 'ENDS' });
    for (const position of [last, first]) {
      await post(`/projects/${id}/sections`, { name: `S${position}`, position });
      await post(`/projects/${id}/sections`, { name: `behind S${position}` });
      await post(`/projects/${id}/statuses`, { name: `T${position}`, category: 'backlog', position });
      await post(`/projects/${id}/statuses`, { name: `behind T${position}`, category: 'backlog' });
    }
    const task = await post('/tasks', { title: 'T', position: last });
    expect((await ada.post(`/tasks/${task.id}/move`, { project_id: id })).status).toBe(200);
  });

  it.each([
    '9999-12-31T23:59:59.9999999Z',
    '9999-12-31T23:59:59.999999999Z',
    '9999-12-31T23:59:59.9999995Z',
    '0001-01-01T00:00:00Z',
    '0001-01-01T00:00:00.000000001Z',
  ])('runs before %s can be listed', async (cursor) => {
    const run = await post('/agents/echo/runs', {});
    const { status, body } = await ada.get(`/agents/echo/runs?cursor=${cursor}`);
    const ids = body.data?.map(({ id }: { id: string }) => id);
    expect([status, ids?.includes(run.id)]).toEqual([200, cursor.startsWith('9')]);
  });

  it.each(['9999-12-31T23:59:59.999999999Z', '0001-01-01T00:00:00Z'])('%s is accepted everywhere', async (at) => {
    const lists = [
      '/tasks?due_before',
      '/tasks?due_after',
      '/tasks?updated_after',
      '/audit-log?since',
      '/agent-runs?since',
    ];
    const queries = [
      ...lists,
      '/audit-log?until',
      '/agent-runs?until',
      '/webhook-events?since',
      '/webhook-events?until',
    ];
    for (const query of queries) expect([query, (await ada.get(`${query}=${at}`)).status]).not.toContainEqual(500);
    const dated = await ada.post('/tasks', { title: 'T', due_at: at, rrule: 'FREQ=DAILY' });
    expect(dated.status).toBeLessThan(500);
    if (dated.status === 201) expect((await ada.post(`/tasks/${dated.body.id}/complete`)).status).toBeLessThan(500);
    const run = await ada.post('/agents/echo/runs', {
      run_at: at,
      deadline_at: at,
      budget_usd_cents: Number.MAX_SAFE_INTEGER,
    });
    expect(run.status).toBeLessThan(500);
  });

  it('a run that starts at the end of the year 9999 has a deadline in that year', async () => {
    const run = await post('/agents/echo/runs', { run_at: '9999-12-31T23:59:59Z' });
    expect(run.deadline_at).toBe('9999-12-31T23:59:59.999Z');
    expect((await ada.get(`/agents/echo/runs/${run.id}`)).body.deadline_at).toBe(run.deadline_at);
    const { status, body } = await ada.post('/agents/echo/runs', { run_at: '9999-12-31T23:59:59.999Z' });
    expect([status, body.errors?.[0].pointer]).toEqual([422, '/deadline_at']);
  });
});
