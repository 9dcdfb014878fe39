import { describe, expect, it } from '@jest/globals';
import { inScope, noTenant, systemScope } from '@tandem/domain/core/scope';
import { FireSchedules } from '@tandem/domain/schedules/fire-schedules';
import { deadlocks } from '@tandem/testing/deadlocks';
import { eventually } from '@tandem/testing/eventually';
import { useWorld } from '@tandem/testing/world';
import type { AssembledWorker } from '@tandem/worker/assemble';

describe('schedules that several want at once', () => {
  const world = useWorld({ workers: 2 });
  const { ada, asOwner, workers } = world;

  const create = async (fields: object = {}) => {
    const body = { blueprint: 'echo', cron_expression: '0 0 1 1 *', ...fields };
    return (await ada.post('/agent-schedules', body)).body.id as string;
  };
  const ticks = async (id: string) => (await ada.get(`/agent-schedules/${id}/ticks`)).body.data as object[];

  it.each(['rollback', 'commit'])('how a run ended is counted beside a deletion of its schedule: %s', async (end) => {
    const before = await deadlocks(world);
    const deleting = world.session();
    const id = await create({ input_template: { delay_ms: 500 } });
    await ada.post(`/agent-schedules/${id}/trigger`);
    await deleting.query('begin');
    await deleting.query('select from agent_schedules where id = $1 for update', [id]);
    await eventually(async () => expect(await deleting.waiting()).toBe(1));
    await deleting.query('delete from agent_schedule_ticks where schedule_id = $1', [id]);
    await deleting.query('update agent_runs set schedule_id = null where schedule_id = $1', [id]);
    await deleting.query('delete from agent_schedules where id = $1', [id]);
    await deleting.query(end);
    if (end === 'rollback')
      await eventually(async () => expect((await ticks(id))[0]).toMatchObject({ run_status: 'succeeded' }));
    await eventually(async () => expect(await asOwner('select from subscription_work')).toEqual([]));
    expect(await asOwner('select from subscription_cursors where attempts > 0')).toEqual([]);
    expect(await deadlocks(world)).toBe(before);
  });

  it('tickers that race for times never start one twice', async () => {
    const ids = await Promise.all(Array.from({ length: 30 }, () => create()));
    await asOwner(`update agent_schedules set next_at = date_trunc('minute', now()) where id = any($1::uuid[])`, [ids]);
    const tick = (worker: AssembledWorker) =>
      inScope(systemScope(noTenant), () => worker.container.get(FireSchedules).run());
    await Promise.all([...workers, ...workers, ...workers].map(tick));
    for (const id of ids)
      await eventually(async () => expect(await ticks(id)).toMatchObject([{ outcome: 'enqueued' }]));
    const text = `select count(*)::int as runs, count(distinct schedule_id)::int as schedules, count(distinct created_at)::int as times
      from agent_runs where schedule_id = any($1::uuid[])`;
    expect(await asOwner(text, [ids])).toEqual([{ runs: 30, schedules: 30, times: 30 }]);
    const events = `select count(*)::int as events from events e join agent_runs r on e.resource_id = r.id
      where e.type = 'agent_run.queued' and r.schedule_id = any($1::uuid[])`;
    expect(await asOwner(events, [ids])).toEqual([{ events: 30 }]);
  });
});
