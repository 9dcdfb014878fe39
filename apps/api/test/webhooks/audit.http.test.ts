import { describe, expect, it } from '@jest/globals';
import { useWorld } from '@tandem/testing/world';
import { MakeEventPartitions } from '@tandem/adapters/events/make-event-partitions';
import { kinds, Records } from '../isolation/records.js';

interface Entry {
  action: string;
  actor_type: string;
  resource_id: string;
  metadata: { changes?: Record<string, { from: unknown; to: unknown }>; request_id?: string };
}

describe('the audit log', () => {
  const world = useWorld();
  const { ada, other, raw, withKey, asOwner } = world;

  const entries = async (query: string, caller = ada): Promise<Entry[]> =>
    (await caller.get(`/audit-log?${query}`)).body.data;

  it('records an update with old and new values, actor and request', async () => {
    const task = (await ada.post('/tasks', { title: 'Before' })).body;
    await ada.patch(
      `/tasks/${task.id}`,
      { title: 'After', priority: 'high' },
      { 'x-request-id': 'change-1', 'user-agent': 'probe' },
    );
    const [entry] = await entries(`resource_id=${task.id}&action=task.updated`);
    expect(entry).toMatchObject({
      action: 'task.updated',
      actor_type: 'api_key',
      resource_type: 'task',
      resource_id: task.id,
      user_agent: 'probe',
      ip_address: '127.0.0.1',
      metadata: {
        request_id: 'change-1',
        changes: { title: { from: 'Before', to: 'After' }, priority: { from: 'none', to: 'high' } },
      },
    });
  });

  it('has no entry for an update without changes', async () => {
    const task = (await ada.post('/tasks', { title: 'Same' })).body;
    await ada.patch(`/tasks/${task.id}`, { title: 'Same' });
    expect((await entries(`resource_id=${task.id}`)).map(({ action }) => action)).toEqual(['task.created']);
  });

  it('records a refusal, without an entry for the refused change', async () => {
    const reader = await withKey(ada, { scopes: ['tasks:read'] });
    const task = (await ada.post('/tasks', { title: 'Guarded' })).body;
    expect((await reader.post(`/tasks/${task.id}/complete`)).status).toBe(403);
    expect((await reader.get(`/projects/${task.id}`)).status).toBe(404);
    const denied = await entries('action=auth.denied');
    expect(denied.map(({ metadata }) => metadata)).toMatchObject([
      { route: '/projects/:id', access: 'projects:read' },
      { route: '/tasks/:id/complete', access: 'tasks:write' },
    ]);
    expect(await entries(`resource_id=${task.id}`)).toHaveLength(1);
  });

  it('is filtered by family, type, actor and time, and shows no other tenant', async () => {
    const since = new Date().toISOString();
    const project = (await ada.post('/projects', { name: 'Filtered' })).body;
    await ada.post(`/projects/${project.id}/archive`);
    expect((await entries('action=project.*&resource_type=project')).map(({ action }) => action)).toEqual(
      expect.arrayContaining(['project.archived', 'project.created']),
    );
    expect((await entries(`since=${since}&resource_id=${project.id}`)).length).toBe(2);
    expect(await entries(`until=${since}&resource_id=${project.id}`)).toEqual([]);
    expect(await entries(`actor_type=system&resource_id=${project.id}`)).toEqual([]);
    expect(await entries(`resource_id=${project.id}`, other)).toEqual([]);
    expect(await entries(`member_id=${ada.memberId}&resource_id=${project.id}`)).toHaveLength(2);
    expect(await entries(`member_id=${ada.memberId}`, other)).toEqual([]);
    expect(await entries(`member_id=${project.id}`)).toEqual([]);
    expect((await ada.get('/audit-log?member_id=me')).body.errors).toMatchObject([{ parameter: 'member_id' }]);
    expect((await ada.get('/audit-log?action=task.**')).status).toBe(400);
    expect((await ada.get('/audit-log?run_id=soon')).body.errors).toMatchObject([{ parameter: 'run_id' }]);
    expect(await entries(`run_id=${project.id}`)).toEqual([]);
    const { body } = await ada.get('/audit-log?actor_type=robot');
    expect(body).toMatchObject({ status: 400, code: 'invalid_parameter', errors: [{ parameter: 'actor_type' }] });
    expect(body.detail).toContain('member, api_key, agent, system, invitation, operator');
    expect((await raw('get', '/api/v1/audit-log')).status).toBe(401);
  });

  it('accepts filters for every existing action and type, and refuses others', async () => {
    for (const [path, parameter, value, hint] of [
      ['/audit-log', 'action', 'tsk.created', 'you may have meant task.created'],
      ['/audit-log', 'action', 'nothing.of.this.kind', 'task.created'],
      ['/audit-log', 'action', 'task.exploded', 'task'],
      ['/audit-log', 'resource_type', 'tsk', 'you may have meant task'],
      ['/webhook-events', 'type', 'tsk.created', 'you may have meant task.created'],
      ['/webhook-events', 'type', 'auth.denied', 'not "auth.denied"'],
    ] as const) {
      const { body } = await ada.get(`${path}?${parameter}=${value}`);
      expect(body).toMatchObject({ status: 400, code: 'invalid_parameter', errors: [{ parameter }] });
      expect([body.detail, body.detail]).toEqual([expect.stringContaining(value), expect.stringContaining(hint)]);
    }
    const records = new Records(world, ada, 'made');
    for (const kind of Object.keys(kinds)) await records.id(kind);
    const there = await asOwner<{ type: string; resource_type: string; tenant_id: string }>(
      'select distinct type, resource_type, tenant_id from events where tenant_id = $1',
      [ada.tenantId],
    );
    expect(there.length).toBeGreaterThan(20);
    for (const { type, resource_type } of there)
      expect((await ada.get(`/audit-log?action=${type}&resource_type=${resource_type}`)).body.data).not.toHaveLength(0);
  });

  it('contains no secret and at most 16 KiB per entry', async () => {
    const task = (await ada.post('/tasks', { title: 'Long' })).body;
    await ada.patch(`/tasks/${task.id}`, { description: 'x'.repeat(90_000), metadata: { deep: 'y'.repeat(90_000) } });
    const key = (await ada.post('/api-keys', { name: 'secret' })).body.key as string;
    const rows = await asOwner<{ size: number; leak: boolean }>(
      `select max(length(metadata::text)) as size,
         bool_or(metadata::text || data::text like '%' || $1 || '%') as leak from events`,
      [key],
    );
    expect(rows[0]!.size).toBeLessThanOrEqual(16 * 1024);
    expect(rows[0]!.leak).toBe(false);
  });

  const month = (ahead: number) => {
    const day = new Date();
    day.setUTCMonth(day.getUTCMonth() + ahead, 1);
    return `events_${day.toISOString().slice(0, 7).replace('-', '_')}`;
  };
  const drop = (partition: string) => asOwner(`drop table if exists ${partition}`);
  const made = async () => {
    await world.api.container.get(MakeEventPartitions).run();
    const partitions = await asOwner<{ name: string }>(
      `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'events'::regclass`,
    );
    return partitions.map(({ name }) => name);
  };

  it('has partitions for this month and the next three, made hourly', async () => {
    const expected = [month(0), month(1), month(2), month(3)];
    await drop(expected[3]!);
    expect(await made()).toEqual(expect.arrayContaining(expected));
    const stray = await asOwner('select 1 from events_other');
    expect(stray).toEqual([]);
  });

  it('has the later partitions although a month began without one', async () => {
    const [now, next] = [month(2), month(3)];
    await Promise.all([now, next].map(drop));
    const begun = `${now.slice(7).replace('_', '-')}-01T00:00:00Z`;
    await asOwner(
      `insert into events
         select (jsonb_populate_record(null::events, to_jsonb(e) || jsonb_build_object('id', first_id_at($1)))).*
         from (select * from events where sequence is null limit 1) e`,
      [begun],
    );
    const partitions = await made();
    expect(partitions).toContain(next);
    expect(partitions).not.toContain(now);
  });

  it('filters events by existing types and families', async () => {
    for (const type of ['task.created', 'task.*', 'task.link.*', 'webhook_endpoint.*'])
      expect((await ada.get(`/webhook-events?type=${type}`)).status).toBe(200);
    for (const type of ['foo', 'foo.*', 'task.crated', 'task', '*', '', 'widget.created', 'api_key.updated']) {
      const { body } = await ada.get(`/webhook-events?type=${type}`);
      expect(body).toMatchObject({ status: 400, code: 'invalid_parameter', errors: [{ parameter: 'type' }] });
    }
  });

  it('keeps actions that are not event types, without a number', async () => {
    const key = (await ada.post('/api-keys', { name: 'quiet' })).body;
    await ada.patch(`/api-keys/${key.id}`, { name: 'renamed' });
    expect((await entries(`resource_id=${key.id}`)).map(({ action }) => action)).toEqual([
      'api_key.updated',
      'api_key.created',
    ]);
    const rows = await asOwner<{ type: string; is_public: boolean }>(
      'select type, is_public from events where resource_id = $1 order by id',
      [key.id],
    );
    expect(rows).toEqual([
      { type: 'api_key.created', is_public: true },
      { type: 'api_key.updated', is_public: false },
    ]);
  });
});
