import { beforeEach, describe, expect, it } from '@jest/globals';
import { newId } from '@tandem/domain/core/id';
import { type Caller, useWorld } from '@tandem/testing/world';

const zone = 'Pacific/Auckland';
const hour = 3_600_000;

/** The calendar day in the zone, so many days from now. */
const day = (ahead = 0) =>
  new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(new Date(Date.now() + ahead * 24 * hour));
const inHours = (hours: number) => new Date(Date.now() + hours * hour).toISOString();

describe('the overview', () => {
  const world = useWorld({ fresh: 'tenants' });
  const { ada, other, raw, withKey, member, bearer, asOwner } = world;

  const overview = async (by: Caller = ada) => {
    const { status, body } = await by.get('/overview');
    expect(status).toBe(200);
    return body;
  };
  const task = async (fields: object = {}) => (await ada.post('/tasks', { title: 'Any', ...fields })).body.id as string;

  beforeEach(async () => {
    await ada.patch('/tenant', { timezone: zone });
  });

  it('is all zeros in a new workspace, and needs a token', async () => {
    expect(await overview(other)).toEqual({
      tasks: { open: 0, overdue: 0, due_today: 0 },
      runs: { queued: 0, running: 0, failed_24h: 0 },
      schedules: { disabled: 0 },
      deliveries: { pending: 0, retrying: 0, exhausted_24h: 0 },
      endpoints: { failing: 0, disabled: 0 },
      tools: { quarantined: 0 },
    });
    expect((await raw('get', '/api/v1/overview')).status).toBe(401);
  });

  it('counts open tasks by the day of the tenant, without snoozed, closed and deleted ones', async () => {
    await task();
    for (const due_date of [day(-1), day(), day(2)]) await task({ due_date });
    await task({ due_at: inHours(-1) });
    await ada.post(`/tasks/${await task({ due_date: day(-1) })}/snooze`, { until: inHours(24) });
    await ada.post(`/tasks/${await task({ due_date: day(-1) })}/complete`);
    await ada.delete(`/tasks/${await task({ due_date: day() })}`);
    expect((await overview()).tasks).toEqual({ open: 5, overdue: 2, due_today: 1 });
  });

  it('ends today at midnight of the tenant: due_at then is tomorrow, due_date of yesterday was yesterday', async () => {
    const [end] = await asOwner<{ at: Date }>(
      `select ((now() at time zone $1)::date + 1)::timestamp at time zone $1 as at`,
      [zone],
    );
    await task({ due_at: end!.at.toISOString() });
    await task({ due_at: new Date(end!.at.getTime() - 1).toISOString() });
    await task({ due_date: day(1) });
    expect((await overview()).tasks).toEqual({ open: 3, overdue: 0, due_today: 1 });
  });

  it('counts runs, schedules, endpoints, deliveries and tools by their states', async () => {
    const start = async (status: string, finished: string | null = null) => {
      const { id } = (await ada.post('/agents/echo/runs', {})).body as { id: string };
      await asOwner(
        `update agent_runs set status = $2, finished_at = now() - $3::interval,
           worker_id = case when $2 = 'running' then id end where id = $1`,
        [id, status, finished],
      );
    };
    await start('queued');
    await start('running');
    for (const ago of ['1 hour', '23 hours', '25 hours']) await start('failed', ago);
    const schedule = { blueprint: 'echo', cron_expression: '@yearly' };
    await ada.post('/agent-schedules', schedule);
    await ada.post('/agent-schedules', { ...schedule, enabled: false });
    const endpoint = async (fields: object = {}) =>
      (await ada.post('/webhook-endpoints', { url: 'http://127.0.0.1:65009/', ...fields })).body.id as string;
    const failing = await endpoint();
    await endpoint();
    await endpoint({ is_enabled: false });
    await asOwner(
      `insert into webhook_endpoint_healths (tenant_id, id, failing_since, failed_tries, failures_in_a_row,
         has_several_events, is_warned, hold_seconds, created_at, updated_at)
       values ($1, $2, now(), 1, 1, false, false, 0, now(), now())
       on conflict (tenant_id, id) do update set failing_since = now()`,
      [ada.tenantId, failing],
    );
    for (const [status, ago] of [
      ['pending', null],
      ['retrying', null],
      ['retrying', null],
      ['succeeded', '1 hour'],
      ['exhausted', '1 hour'],
      ['exhausted', '25 hours'],
    ])
      await asOwner(
        `insert into webhook_deliveries (tenant_id, id, endpoint_id, event_id, event_type, sequence, status,
           attempt_count, tries, due_at, completed_at, is_recovered, created_at, updated_at)
         values ($1, $2, $3, $2, 'task.created', 1, $4, 1, 1, case when $5::interval is null then now() end,
           now() - $5::interval, false, now(), now())`,
        [ada.tenantId, newId(), failing, status, ago],
      );
    const app = (await ada.post('/apps', { slug: 'billing', name: 'Billing', url: 'http://127.0.0.1:65009/' })).body;
    for (const [name, accepted, deleted] of [
      ['same', '0', null],
      ['changed', '1', null],
      ['gone', '1', '1 hour'],
    ])
      await asOwner(
        `insert into app_tools (tenant_id, id, app_id, name, definition, definition_hash, accepted_hash, deleted_at,
           created_at, updated_at)
         values ($1, $2, $3, $4, '{}', repeat('0', 64), repeat($5, 64), now() - $6::interval, now(), now())`,
        [ada.tenantId, newId(), app.id, name, accepted, deleted],
      );
    expect(await overview()).toMatchObject({
      runs: { queued: 1, running: 1, failed_24h: 2 },
      schedules: { disabled: 1 },
      deliveries: { pending: 1, retrying: 2, exhausted_24h: 1 },
      endpoints: { failing: 1, disabled: 1 },
      tools: { quarantined: 1 },
    });
    expect((await overview(other)).deliveries).toEqual({ pending: 0, retrying: 0, exhausted_24h: 0 });
  });

  it('counts to a thousand', async () => {
    await asOwner(
      `insert into tasks (tenant_id, id, title, priority, position, metadata, status_id, status_category,
         created_at, updated_at)
       select s.tenant_id, gen_random_uuid(), 'Any', 'none', n, '{}', s.id, s.category, now(), now()
       from statuses s, generate_series(1, 1100) n
       where s.tenant_id = $1 and s.project_id is null and s.category = 'unstarted'`,
      [ada.tenantId],
    );
    expect((await overview()).tasks.open).toBe(1000);
  });

  it('has null for what the caller may not read, and counts only records that they see', async () => {
    const hidden = (await ada.post('/projects', { name: 'Hidden', is_private: true })).body.id as string;
    const shown = (await ada.post('/projects', { name: 'Shown' })).body.id as string;
    for (const project_id of [hidden, shown, shown, null]) await task({ project_id });
    expect((await overview()).tasks.open).toBe(4);
    expect((await overview(await member(ada, []))).tasks.open).toBe(3);
    const resource_filter = { project_ids: [shown] };
    const limited = await member(ada, [
      { domain: '*', access_level: 'none' },
      { domain: 'tasks', access_level: 'read', resource_filter },
    ]);
    const unread = { deliveries: null, endpoints: null, tools: null };
    expect(await overview(limited)).toEqual({
      tasks: { open: 2, overdue: 0, due_today: 0 },
      runs: null,
      schedules: null,
      ...unread,
    });
    const keyed = bearer((await withKey(ada, { scopes: ['agents:read'] })).key);
    expect(await overview(keyed)).toMatchObject({
      ...unread,
      tasks: null,
      runs: { queued: 0 },
      schedules: { disabled: 0 },
    });
  });
});
