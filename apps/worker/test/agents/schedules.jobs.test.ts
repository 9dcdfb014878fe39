import { describe, expect, it } from '@jest/globals';
import { eventually } from '@tandem/testing/eventually';
import { useWorld } from '@tandem/testing/world';

interface Tick {
  scheduled_for: string;
  outcome: string;
  run_id: string | null;
  run_status: string | null;
}

describe('schedules', () => {
  const { ada, asOwner } = useWorld({ workers: 2 });

  const create = async (fields: object = {}) => {
    const body = { blueprint: 'echo', cron_expression: '0 0 1 1 *', ...fields };
    return (await ada.post('/agent-schedules', body)).body.id as string;
  };
  const read = async (id: string) => (await ada.get(`/agent-schedules/${id}`)).body;
  const ticks = async (id: string) => (await ada.get(`/agent-schedules/${id}/ticks?limit=100`)).body.data as Tick[];
  /** Simulates a schedule that fell due this long ago. */
  const comeDue = (id: string, ago: string) =>
    asOwner(`update agent_schedules set next_at = date_trunc('minute', now()) - $2::interval where id = $1`, [id, ago]);
  const outcomes = (id: string, expected: string[]) =>
    eventually(async () => {
      const found = await ticks(id);
      expect(found.map(({ outcome }) => outcome)).toEqual(expected);
      return found;
    });

  it('a due schedule starts one run, and records its outcome', async () => {
    const id = await create({ input_template: { message: '{{scheduled_for}}' } });
    await comeDue(id, '0 s');
    const [tick] = await outcomes(id, ['enqueued']);
    const schedule = await eventually(async () => {
      const found = await read(id);
      expect(found.last_succeeded_at).not.toBeNull();
      return found;
    });
    expect(schedule.last_run_id).toBe(tick!.run_id);
    const run = (await ada.get(`/agents/echo/runs/${tick!.run_id}`)).body;
    expect(run).toMatchObject({ status: 'succeeded', schedule_id: id, output: { message: tick!.scheduled_for } });
    expect((await ticks(id))[0]!.run_status).toBe('succeeded');
    expect(Date.parse(schedule.last_enqueued_at)).toBe(Date.parse(run.created_at));
  });

  it('the newest missed time is started late, the others are recorded', async () => {
    const id = await create({ cron_expression: '* * * * *' });
    await comeDue(id, '3 minutes');
    const found = await eventually(async () => {
      const all = await ticks(id);
      expect(all.length).toBeGreaterThanOrEqual(4);
      return all;
    });
    expect(found.slice(-3).map(({ outcome }) => outcome)).toEqual(['missed', 'missed', 'missed']);
    expect(found.at(-4)!.outcome).toBe('enqueued');
    await ada.patch(`/agent-schedules/${id}`, { enabled: false });
  });

  it('a time more than a day ago is not started', async () => {
    const id = await create();
    await comeDue(id, '25 hours');
    await outcomes(id, ['missed']);
    expect((await read(id)).last_run_id).toBeNull();
  });

  it('a time is skipped while the run before it is open', async () => {
    const id = await create({ input_template: { delay_ms: 60_000 } });
    await comeDue(id, '2 minutes');
    await outcomes(id, ['enqueued']);
    await comeDue(id, '1 minute');
    await outcomes(id, ['skipped_overlap', 'enqueued']);
    const { last_run_id: run } = await read(id);
    await ada.post(`/agents/echo/runs/${run}/cancel`);
    await comeDue(id, '0 s');
    await outcomes(id, ['enqueued', 'skipped_overlap', 'enqueued']);
  });

  it('the fifth failed run in a row disables a schedule, with event and audit entry', async () => {
    const id = await create({ input_template: { fail: 'final' } });
    for (let n = 5; n >= 1; n--) {
      await comeDue(id, `${n} minutes`);
      await eventually(async () => expect((await read(id)).consecutive_failures).toBe(6 - n));
    }
    expect(await read(id)).toMatchObject({ enabled: false, disabled_reason: 'consecutive_failures' });
    const { data } = (await ada.get(`/audit-log?resource_id=${id}&action=agent_schedule.disabled`)).body;
    expect(data).toMatchObject([{ actor_type: 'system', metadata: { reason: 'consecutive_failures' } }]);
    await eventually(async () => {
      const events = (await ada.get('/webhook-events?type=agent_schedule.disabled')).body.data;
      expect(events[0]).toMatchObject({ channels: ['agents', 'agent_echo'], data: { id, enabled: false } });
    });
    expect((await ada.patch(`/agent-schedules/${id}`, { enabled: true })).body).toMatchObject({
      enabled: true,
      consecutive_failures: 0,
      disabled_reason: null,
    });
  });

  it('a schedule that cannot fire does not stop others, and no time fires twice', async () => {
    const [broken, fired, ...others] = await Promise.all(Array.from({ length: 9 }, () => create()));
    await asOwner(`update agent_schedules set timezone = 'Mars/Olympus' where id = $1`, [broken]);
    const ticked = `insert into agent_schedule_ticks (tenant_id, id, schedule_id, scheduled_for, outcome,
        created_at, updated_at)
      select tenant_id, gen_random_uuid(), id, date_trunc('minute', now()), 'missed', now(), now()
      from agent_schedules where id = $1`;
    await asOwner(ticked, [fired]);
    const ids = [broken, fired, ...others];
    await asOwner(`update agent_schedules set next_at = date_trunc('minute', now()) where id = any($1::uuid[])`, [ids]);
    for (const id of others) await outcomes(id, ['enqueued']);
    await eventually(async () => {
      const [row] = await asOwner<{ waits: boolean }>(
        'select next_at > now() as waits from agent_schedules where id = $1',
        [fired],
      );
      expect(row).toEqual({ waits: true });
    });
    await outcomes(fired!, ['missed']);
    await outcomes(broken!, []);
    await asOwner('delete from agent_schedules where id = $1', [broken]);
  });

  it('a time is skipped while any run is open, also a triggered one', async () => {
    const id = await create({ input_template: { delay_ms: 60_000 } });
    await comeDue(id, '2 minutes');
    await outcomes(id, ['enqueued']);
    const { last_run_id: first } = await read(id);
    const { last_run_id: second } = (await ada.post(`/agent-schedules/${id}/trigger`)).body;
    await ada.post(`/agents/echo/runs/${second}/cancel`);
    await comeDue(id, '1 minute');
    await outcomes(id, ['triggered', 'skipped_overlap', 'enqueued']);
    await ada.post(`/agents/echo/runs/${first}/cancel`);
    const { last_run_id: third } = (await ada.post(`/agent-schedules/${id}/trigger`)).body;
    await comeDue(id, '0 s');
    await eventually(async () =>
      expect((await ticks(id)).map(({ outcome }) => outcome).sort()).toEqual([
        'enqueued',
        'skipped_overlap',
        'skipped_overlap',
        'triggered',
        'triggered',
      ]),
    );
    await ada.post(`/agents/echo/runs/${third}/cancel`);
  });

  it('failed triggered runs count among those in a row', async () => {
    const id = await create({ input_template: { fail: 'final' } });
    for (let n = 1; n <= 5; n++) {
      expect((await ada.post(`/agent-schedules/${id}/trigger`)).status).toBe(200);
      await eventually(async () => expect((await read(id)).consecutive_failures).toBe(n));
    }
    expect(await read(id)).toMatchObject({ enabled: false, disabled_reason: 'consecutive_failures' });
  });

  it.each([
    [
      '0 s',
      'owner_deactivated',
      'update members set is_active = false where id = (select member_id from agent_schedules where id = $1)',
    ],
    ['25 hours', 'blueprint_unavailable', `update agent_schedules set blueprint = 'gone' where id = $1`],
  ])('a time that comes %s ago finds %s', async (ago, reason, happens) => {
    const id = await create();
    await asOwner(happens, [id]);
    await comeDue(id, ago);
    const disabled = `select disabled_reason as reason, next_at from agent_schedules where id = $1`;
    await eventually(async () => expect(await asOwner(disabled, [id])).toEqual([{ reason, next_at: null }]));
    expect(await asOwner('select from agent_runs where schedule_id = $1', [id])).toEqual([]);
    await asOwner('update members set is_active = true');
  });
});
