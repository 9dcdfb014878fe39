import { describe, expect, it } from '@jest/globals';
import { newId } from '@tandem/domain/core/id';
import { useWorld } from '@tandem/testing/world';

describe('agents over HTTP', () => {
  const world = useWorld({ settings: { PLATFORM_FEE_BPS: '500' } });
  const { ada, other, raw, withKey, asOwner } = world;

  const start = async (body: object = {}) => (await ada.post('/agents/echo/runs', body)).body;

  it('blueprints are listed and read by their slug', async () => {
    const listed = await ada.get('/agents');
    expect(listed.status).toBe(200);
    expect(listed.body).toMatchObject({ has_more: false, next_cursor: null });
    const echo = listed.body.data.find((blueprint: { slug: string }) => blueprint.slug === 'echo');
    expect(echo).toMatchObject({ engine: 'code', effects: 'read', max_attempts: 3, model: null });
    expect((await ada.get('/agents/echo')).body).toEqual(echo);
    expect((await ada.get('/agents/nobody')).status).toBe(404);
  });

  it('a started run is queued, with the limits of its blueprint and no internal fields', async () => {
    const started = await ada.post('/agents/echo/runs', { input: { message: { deep: [1, null] } } });
    expect(started.status).toBe(201);
    expect(started.headers.location).toBe(`${world.address}/api/v1/agents/echo/runs/${started.body.id}`);
    expect(started.body).toMatchObject({
      agent_kind: 'echo',
      agent_blueprint: 'echo',
      status: 'queued',
      input: { message: { deep: [1, null] } },
      output: null,
      consecutive_failures: 0,
      cost_usd_cents: 0,
      platform_fee_cents: 0,
      budget_usd_cents: null,
    });
    expect(Date.parse(started.body.deadline_at) - Date.parse(started.body.run_at)).toBe(900_000);
    for (const hidden of ['worker_id', 'lease_expires_at', 'last_heartbeat_at', 'disable_reason', 'rights'])
      expect(started.body).not.toHaveProperty(hidden);
    expect((await ada.get(`/agents/echo/runs/${started.body.id}`)).body).toEqual(started.body);
    expect((await ada.get(`/agents/echo/runs/${started.body.id}/steps`)).body).toEqual({
      data: [],
      has_more: false,
      next_cursor: null,
    });
  });

  it('an input that does not fit the blueprint is refused with all faults and their pointers', async () => {
    const refused = await ada.post('/agents/echo/runs', { input: { delay_ms: -1, fail: 'often', nonsense: 1 } });
    expect(refused.status).toBe(422);
    const pointers = refused.body.errors.map((error: { pointer: string }) => error.pointer).sort();
    expect(pointers).toEqual(['/input/delay_ms', '/input/fail', '/input/nonsense']);
    const early = await ada.post('/agents/echo/runs', { deadline_at: '2020-01-01T00:00:00Z' });
    expect(early.status).toBe(422);
    expect(early.body.errors[0].pointer).toBe('/deadline_at');
    expect((await ada.post('/agents/nobody/runs', {})).status).toBe(404);
  });

  it('a run of another tenant, of another blueprint or with an unknown id does not exist', async () => {
    const { id } = await start();
    for (const response of [
      await other.get(`/agents/echo/runs/${id}`),
      await other.get(`/agents/echo/runs/${id}/steps`),
      await other.post(`/agents/echo/runs/${id}/cancel`),
      await ada.get(`/agents/task-digest/runs/${id}`),
      await ada.get(`/agents/task-digest/runs/${id}/steps`),
      await ada.post(`/agents/task-digest/runs/${id}/cancel`),
      await ada.post(`/agents/nobody/runs/${id}/cancel`),
      await ada.post(`/agents/echo/runs/${newId()}/cancel`),
    ])
      expect(response.status).toBe(404);
    expect((await ada.get(`/agents/echo/runs/${id}`)).body.status).toBe('queued');
    expect((await ada.get('/agents/echo/runs/not-an-id')).body.code).toBe('invalid_id');
  });

  it('four concurrent cancels return one 200 and three 409, which change nothing', async () => {
    const { id } = await start();
    const responses = await Promise.all(Array.from({ length: 4 }, () => ada.post(`/agents/echo/runs/${id}/cancel`)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
    const won = responses.find(({ status }) => status === 200)!;
    expect(won.body).toMatchObject({ id, status: 'cancelled', agent_kind: 'echo' });
    for (const { status, body } of responses)
      if (status === 409) expect(body).toMatchObject({ code: 'run_already_terminal', run_status: 'cancelled' });
    expect((await ada.get(`/agents/echo/runs/${id}`)).body).toEqual(won.body);
  });

  it('runs created at the same moment are listed once each, whatever the page size', async () => {
    const created = await Promise.all(Array.from({ length: 30 }, () => other.post('/agents/echo/runs', {})));
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const query: string = cursor ? `&cursor=${encodeURIComponent(cursor)}` : '';
      const { body } = await other.get(`/agents/echo/runs?limit=7${query}`);
      expect(body.has_more).toBe(body.next_cursor !== null);
      if (body.next_cursor) expect(body.next_cursor).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
      seen.push(...body.data.map((run: { id: string }) => run.id));
      cursor = body.next_cursor;
    } while (cursor);
    expect(seen.sort()).toEqual(created.map(({ body }) => body.id).sort());
  });

  it('the time of the last run of a page is a cursor, however close the next run is', async () => {
    const tenant = await world.tenant('Bursts');
    const created: { id: string; created_at: string }[] = [];
    for (let n = 0; n < 5; n++) created.push((await tenant.post('/agents/echo/runs', {})).body);
    const close = `update agent_runs
      set created_at = '2026-01-01T00:00:00.123Z'::timestamptz + $2 * interval '7 microseconds' where id = $1`;
    for (const [n, { id }] of created.entries()) await asOwner(close, [id, n]);
    const seen: string[] = [];
    for (let cursor = ''; seen.length < created.length;) {
      const { data } = (await tenant.get(`/agents/echo/runs?limit=1${cursor}`)).body;
      expect(data).toHaveLength(1);
      expect((await tenant.get(`/agents/echo/runs/${data[0].id}`)).body).toEqual(data[0]);
      seen.push(data[0].id);
      cursor = `&cursor=${data[0].created_at}`;
    }
    expect(seen).toEqual(created.map(({ id }) => id).reverse());
    const { body } = await tenant.post(`/agents/echo/runs/${seen[0]}/cancel`);
    expect((await tenant.get(`/agents/echo/runs?cursor=${body.created_at}`)).body.data).toHaveLength(4);
  });

  it('the run list accepts any RFC 3339 instant as cursor, several statuses, and at most 200 rows', async () => {
    const listed = async (query: string) => (await ada.get(`/agents/echo/runs?${query}`)).body.data.length;
    const all = await listed('');
    expect(all).toBeGreaterThan(2);
    for (const cursor of ['9999-12-31T23:59:59Z', '2999-01-01t00:00:00.123456789%2B01:00', '2999-01-01T00:00:00-23:59'])
      expect(await listed(`cursor=${cursor}`)).toBe(all);
    expect(await listed('cursor=0001-01-01T00:00:00Z')).toBe(0);
    expect(await listed('status=queued,cancelled&limit=500')).toBe(all);
    expect(await listed('status=succeeded')).toBe(0);
    for (const query of ['cursor=yesterday', 'cursor=1700000000', 'limit=0', 'limit=x', 'status=done', 'page=2'])
      expect((await ada.get(`/agents/echo/runs?${query}`)).status).toBe(400);
    expect((await ada.get('/agents/nobody/runs')).status).toBe(404);
  });

  it('a test key starts runs, but none with a budget', async () => {
    const test = await withKey(ada, { environment: 'test' });
    expect((await test.post('/agents/echo/runs', {})).status).toBe(201);
    const refused = await test.post('/agents/echo/runs', { budget_usd_cents: 100 });
    expect([refused.status, refused.body.code]).toEqual([403, 'test_key']);
    expect((await ada.post('/agents/echo/runs', { budget_usd_cents: 100 })).body.budget_usd_cents).toBe(100);
  });

  it('reading requires agents:read and starting requires agents:write', async () => {
    const reader = await withKey(ada, { scopes: ['agents:read'] });
    expect((await reader.get('/agents')).status).toBe(200);
    expect((await reader.post('/agents/echo/runs', {})).status).toBe(403);
    const outsider = await withKey(ada, { scopes: ['tasks:read'] });
    expect((await outsider.get('/agents/echo/runs')).status).toBe(404);
    expect((await outsider.get('/agents')).status).toBe(403);
  });

  it('creating and cancelling a run is in the audit log', async () => {
    const { id } = await start();
    await ada.post(`/agents/echo/runs/${id}/cancel`);
    const { body } = await ada.get(`/audit-log?resource_id=${id}`);
    expect(body.data.map((entry: { action: string }) => entry.action)).toEqual([
      'agent_run.cancelled',
      'agent_run.queued',
    ]);
  });

  it('every agent operation is refused without a token', async () => {
    const run = `/api/v1/agents/echo/runs/${newId()}`;
    for (const path of ['/api/v1/agents', '/api/v1/agents/echo', '/api/v1/agents/echo/runs', run, `${run}/steps`])
      expect((await raw('get', path)).status).toBe(401);
    for (const path of ['/api/v1/agents/echo/runs', `${run}/cancel`])
      expect((await raw('post', path)).status).toBe(401);
  });
});
