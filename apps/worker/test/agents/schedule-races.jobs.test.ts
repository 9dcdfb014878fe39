import { describe, expect, it } from '@jest/globals';
import { inScope, noTenant, systemScope } from '@tandem/domain/core/scope';
import { FireSchedules } from '@tandem/domain/schedules/fire-schedules';
import { RetryRun } from '@tandem/domain/schedules/retry-run';
import { deadlocks } from '@tandem/testing/deadlocks';
import { eventually } from '@tandem/testing/eventually';
import { tandem } from '@tandem/testing/tandem';
import { useWorld } from '@tandem/testing/world';
import type { AssembledWorker } from '@tandem/worker/assemble';

describe('concurrent changes of schedules', () => {
  const world = useWorld({ workers: 2 });
  const { ada, asOwner, workers } = world;

  const create = async (fields: object = {}) => {
    const body = { blueprint: 'echo', cron_expression: '0 0 1 1 *', ...fields };
    return (await ada.post('/agent-schedules', body)).body.id as string;
  };
  const tick = (worker: AssembledWorker) =>
    tandem.within(() => inScope(systemScope(noTenant), () => worker.container.get(FireSchedules).run()));
  const ticks = async (id: string) => (await ada.get(`/agent-schedules/${id}/ticks`)).body.data as object[];

  it.each(['rollback', 'commit'])(
    'the outcome of a run is counted beside a deletion of its schedule: %s',
    async (end) => {
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
    },
  );

  it('a run retried while its schedule is deleted belongs to none', async () => {
    const id = await create();
    const { last_run_id: runId } = (await ada.post(`/agent-schedules/${id}/trigger`)).body;
    await eventually(async () => expect((await ticks(id))[0]).toMatchObject({ run_status: 'succeeded' }));
    await asOwner(`update agent_runs set status = 'failed' where id = $1`, [runId]);
    const deleting = world.session();
    await deleting.query('begin');
    await deleting.query('delete from agent_schedules where id = $1', [id]);
    const retry = () => workers[0]!.container.get(RetryRun).run({ resourceId: runId });
    const retried = tandem.within(() => inScope(systemScope(ada.tenantId), retry));
    await eventually(async () => expect(await deleting.waiting()).toBe(1));
    await deleting.query('update agent_runs set schedule_id = null where schedule_id = $1', [id]);
    await deleting.query('commit');
    expect((await retried).scheduleId).toBeNull();
    expect(await asOwner('select from agent_runs where schedule_id = $1', [id])).toEqual([]);
  });

  it('a schedule deleted while its runs start has no runs left', async () => {
    const removed = async () => {
      const id = await create();
      await asOwner(`update agent_schedules set next_at = date_trunc('minute', now()) where id = $1`, [id]);
      const requests = [ada.post(`/agent-schedules/${id}/trigger`), ada.delete(`/agent-schedules/${id}`)];
      const [triggered, deleted] = await Promise.all([...requests, tick(workers[0]!)]);
      expect([200, 404]).toContain(triggered!.status);
      expect(deleted!.status).toBe(204);
      return id;
    };
    const ids = await Promise.all(Array.from({ length: 12 }, removed));
    expect(await asOwner('select from agent_runs where schedule_id = any($1::uuid[])', [ids])).toEqual([]);
    expect(await asOwner('select from agent_schedule_ticks where schedule_id = any($1::uuid[])', [ids])).toEqual([]);
  });

  it('racing tickers never start a time twice', async () => {
    const ids = await Promise.all(Array.from({ length: 30 }, () => create()));
    await asOwner(`update agent_schedules set next_at = date_trunc('minute', now()) where id = any($1::uuid[])`, [ids]);
    await Promise.all([...workers, ...workers, ...workers].map(tick));
    for (const id of ids)
      await eventually(async () => expect(await ticks(id)).toMatchObject([{ outcome: 'enqueued' }]));
    const text = `select count(*)::int as runs, count(distinct schedule_id)::int as schedules,
        count(distinct created_at)::int as times
      from agent_runs where schedule_id = any($1::uuid[])`;
    expect(await asOwner(text, [ids])).toEqual([{ runs: 30, schedules: 30, times: 30 }]);
    const events = `select count(*)::int as events from events e join agent_runs r on e.resource_id = r.id
      where e.type = 'agent_run.queued' and r.schedule_id = any($1::uuid[])`;
    expect(await asOwner(events, [ids])).toEqual([{ events: 30 }]);
  });
});
