import { beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '@tandem/domain/core/id';
import { useWorld } from '@tandem/testing/world';

describe('agent schedules over HTTP', () => {
  const world = useWorld({ settings: { SCHEDULES_PER_TENANT: '12' } });
  const { ada, other, raw, withKey, asOwner } = world;

  beforeAll(async () => {
    await ada.patch('/tenant', { timezone: 'Europe/Berlin' });
  });

  const hourly = { blueprint: 'echo', cron_expression: '@hourly' };
  const create = async (fields: object = {}) => (await ada.post('/agent-schedules', { ...hourly, ...fields })).body;

  it('a created schedule is enabled, in the time zone of its tenant, and shows every field', async () => {
    const created = await ada.post('/agent-schedules', {
      blueprint: 'echo',
      cron_expression: '30 2 * * mon-fri',
      timezone: 'America/New_York',
      input_template: { message: 'for {{scheduled_for}}' },
    });
    expect(created.status).toBe(201);
    expect(created.headers.location).toBe(`${world.address}/api/v1/agent-schedules/${created.body.id}`);
    expect(created.body).toMatchObject({
      tenant_id: ada.tenantId,
      blueprint: 'echo',
      cron_expression: '30 2 * * mon-fri',
      timezone: 'America/New_York',
      enabled: true,
      consecutive_failures: 0,
      disabled_reason: null,
      input_template: { message: 'for {{scheduled_for}}' },
      last_enqueued_at: null,
      last_run_id: null,
    });
    expect((await ada.get(`/agent-schedules/${created.body.id}`)).body).toEqual(created.body);
    expect((await create()).timezone).toBe('Europe/Berlin');
    const listed = await ada.get('/agent-schedules?blueprint=echo&enabled=true&limit=1');
    expect(listed.body).toMatchObject({ data: [{ blueprint: 'echo' }], has_more: true });
  });

  it('a schedule whose runs would be refused is refused at once', async () => {
    const faults = async (fields: object) => {
      const { status, body } = await ada.post('/agent-schedules', { ...hourly, ...fields });
      expect(status).toBe(422);
      return body.errors.map(({ pointer, code }: { pointer: string; code: string }) => `${pointer} ${code}`);
    };
    for (const cron_expression of ['* * * * * *', '@reboot', 'soon', '0 0 30 2 *', '61 * * * *', '* * * *'])
      expect(await faults({ cron_expression })).toEqual(['/cron_expression invalid_cron_expression']);
    expect(await faults({ timezone: 'Mars/Olympus' })).toEqual(['/timezone invalid_format']);
    expect(await faults({ blueprint: 'nobody' })).toEqual(['/blueprint not_found']);
    expect(await faults({ input_template: { delay_ms: 'long' } })).toEqual(['/input_template/delay_ms invalid_type']);
    expect(await faults({ blueprint: 'nobody', cron_expression: '61 * * * L' })).toEqual([
      '/blueprint not_found',
      ...Array.from({ length: 2 }, () => '/cron_expression invalid_cron_expression'),
    ]);
    expect(await faults({ last_run_id: newId() })).toEqual(['/last_run_id unknown_field']);
  });

  it('a schedule is changed, disabled, enabled and deleted', async () => {
    const { id } = await create();
    const changed = await ada.patch(`/agent-schedules/${id}`, { cron_expression: '0 8 * * *', deadline_seconds: 60 });
    expect(changed.body).toMatchObject({ cron_expression: '0 8 * * *', deadline_seconds: 60, enabled: true });
    const disabled = await ada.patch(`/agent-schedules/${id}`, { enabled: false });
    expect(disabled.body).toMatchObject({ enabled: false, disabled_reason: 'manual' });
    const enabled = await ada.patch(`/agent-schedules/${id}`, { enabled: true });
    expect(enabled.body).toMatchObject({ enabled: true, disabled_reason: null, consecutive_failures: 0 });
    expect((await ada.patch(`/agent-schedules/${id}`, { cron_expression: 'never' })).status).toBe(422);
    expect((await ada.patch(`/agent-schedules/${id}`, { blueprint: 'nobody' })).status).toBe(422);
    const wrong = await ada.patch(`/agent-schedules/${id}`, { blueprint: 'nobody', cron_expression: 'never' });
    expect(wrong.body.errors).toHaveLength(2);
    expect((await ada.get(`/agent-schedules/${id}`)).body.cron_expression).toBe('0 8 * * *');
    expect((await ada.delete(`/agent-schedules/${id}`)).status).toBe(204);
    expect((await ada.get(`/agent-schedules/${id}`)).status).toBe(404);
    const { data } = (await ada.get(`/audit-log?resource_id=${id}`)).body;
    const actions = data.map(({ action }: { action: string }) => action.replace('agent_schedule.', ''));
    expect(actions).toEqual(['deleted', 'updated', 'disabled', 'updated', 'updated', 'created']);
  });

  it('a schedule can be stopped, and nothing else, whatever has happened to its blueprint', async () => {
    const { id } = await create();
    await asOwner(`update agent_schedules set blueprint = 'gone', input_template = '[]' where id = $1`, [id]);
    const change = (fields: object) => ada.patch(`/agent-schedules/${id}`, fields);
    expect((await change({ enabled: false, deadline_seconds: 60 })).status).toBe(422);
    expect((await change({ enabled: false })).body).toMatchObject({ enabled: false, disabled_reason: 'manual' });
    expect((await change({ enabled: true })).body.errors).toMatchObject([{ pointer: '/blueprint', code: 'not_found' }]);
  });

  it('the next ten times are shown in local time of the zone', async () => {
    const { id } = await create({ cron_expression: '0 9 * * *', timezone: 'Asia/Kolkata' });
    const { status, body } = await ada.get(`/agent-schedules/${id}/preview`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ has_more: false, next_cursor: null });
    expect(body.data).toHaveLength(10);
    for (const { scheduled_for, local_time } of body.data) {
      expect(local_time).toMatch(/^\d{4}-\d\d-\d\dT09:00:00\+05:30$/);
      expect(Date.parse(local_time)).toBe(Date.parse(scheduled_for));
    }
  });

  it('a triggered schedule starts a run at once, with its template filled in, even while disabled', async () => {
    const { id } = await create({ enabled: false, input_template: { message: ['at {{ scheduled_for }}'] } });
    const triggered = await ada.post(`/agent-schedules/${id}/trigger`);
    expect(triggered.status).toBe(200);
    const run = (await ada.get(`/agents/echo/runs/${triggered.body.last_run_id}`)).body;
    expect(run).toMatchObject({ status: 'queued', schedule_id: id });
    const [tick] = (await ada.get(`/agent-schedules/${id}/ticks`)).body.data;
    expect(tick).toMatchObject({ outcome: 'triggered', run_id: run.id, schedule_id: id });
    expect(run.input).toEqual({ message: [`at ${tick.scheduled_for}`] });
    expect((await ada.delete(`/agent-schedules/${id}`)).status).toBe(204);
    expect((await ada.get(`/agents/echo/runs/${run.id}`)).body.schedule_id).toBeNull();
  });

  it('deleting a schedule changes its runs, with an event of the schedule only', async () => {
    const { id } = await create({ enabled: false });
    const { last_run_id: runId } = (await ada.post(`/agent-schedules/${id}/trigger`)).body;
    await asOwner(
      `insert into agent_runs select (jsonb_populate_record(r, to_jsonb(r) || jsonb_build_object(
         'id', gen_random_uuid(),
         'created_at', r.created_at - make_interval(secs => n)))).*
       from agent_runs r, generate_series(1, 1001) n where r.id = $1`,
      [runId],
    );
    const before = (await ada.get(`/agents/echo/runs/${runId}`)).body;
    const text = `select count(*)::int as runs, count(*) filter (where updated_at > $2)::int as changed
      from agent_runs where schedule_id is not distinct from $1`;
    const counted = async (schedule: string | null) => (await asOwner(text, [schedule, before.updated_at]))[0]!;
    expect(await counted(id)).toEqual({ runs: 1002, changed: 0 });
    const others = await counted(null);
    expect((await ada.delete(`/agent-schedules/${id}`)).status).toBe(204);
    expect(await counted(id)).toEqual({ runs: 0, changed: 0 });
    expect(await counted(null)).toEqual({ runs: others.runs + 1002, changed: others.changed + 1002 });
    const after = (await ada.get(`/agents/echo/runs/${runId}`)).body;
    expect(after).toEqual({ ...before, schedule_id: null, updated_at: expect.any(String) });
    expect((await ada.get(`/audit-log?resource_id=${runId}`)).body.data).toHaveLength(1);
    expect((await ada.get(`/audit-log?resource_id=${id}`)).body.data[0].action).toBe('agent_schedule.deleted');
  });

  it('a schedule deleted while it is triggered leaves no run or tick that refers to it', async () => {
    for (let round = 0; round < 5; round++) {
      const { id } = await create({ enabled: false });
      const responses = await Promise.all([
        ...[1, 2, 3].map(() => ada.post(`/agent-schedules/${id}/trigger`)),
        ada.delete(`/agent-schedules/${id}`),
        ada.post(`/agent-schedules/${id}/trigger`),
      ]);
      expect(responses[3]!.status).toBe(204);
      for (const { status } of responses.toSpliced(3, 1)) expect([200, 404, 422]).toContain(status);
      for (const table of ['agent_runs', 'agent_schedule_ticks'])
        expect(await asOwner(`select from ${table} where schedule_id = $1`, [id])).toEqual([]);
    }
  });

  it('a schedule of another tenant does not exist', async () => {
    const { id } = await create();
    for (const response of [
      await other.get(`/agent-schedules/${id}`),
      await other.patch(`/agent-schedules/${id}`, { enabled: false }),
      await other.delete(`/agent-schedules/${id}`),
      await other.post(`/agent-schedules/${id}/trigger`),
      await other.get(`/agent-schedules/${id}/ticks`),
      await other.get(`/agent-schedules/${id}/preview`),
    ])
      expect(response.status).toBe(404);
    expect((await ada.get(`/agent-schedules/${id}`)).body.enabled).toBe(true);
  });

  it('a test key creates no schedules with a budget', async () => {
    const test = await withKey(ada, { environment: 'test' });
    expect((await test.post('/agent-schedules', { ...hourly, budget_usd_cents: 5 })).status).toBe(403);
    const { id } = await create({ budget_usd_cents: 5 });
    expect((await test.post(`/agent-schedules/${id}/trigger`)).status).toBe(403);
    await ada.delete(`/agent-schedules/${id}`);
  });

  it('a tenant cannot exceed its limit of schedules, even with concurrent requests', async () => {
    const responses = await Promise.all(Array.from({ length: 20 }, () => other.post('/agent-schedules', hourly)));
    const refused = responses.filter(({ status }) => status === 409);
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(12);
    expect(refused).toHaveLength(8);
    expect(refused[0]!.body).toMatchObject({ code: 'too_many_schedules', limit: 12 });
  });

  it('every schedule operation is refused without a token', async () => {
    const one = `/api/v1/agent-schedules/${newId()}`;
    for (const path of ['/api/v1/agent-schedules', one, `${one}/ticks`, `${one}/preview`])
      expect((await raw('get', path)).status).toBe(401);
    for (const path of ['/api/v1/agent-schedules', `${one}/trigger`])
      expect((await raw('post', path)).status).toBe(401);
    expect((await raw('patch', one)).status).toBe(401);
    expect((await raw('delete', one)).status).toBe(401);
  });
});
