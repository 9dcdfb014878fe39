import { describe, expect, it } from '@jest/globals';
import { eventually } from '@tandem/testing/eventually';
import { useWorld } from '@tandem/testing/world';

describe('what operators see of runs', () => {
  const world = useWorld({ workers: 1, settings: { WORKER_CONCURRENCY: '3' } });
  const { ada, other, workers, asOwner } = world;

  it('is how many wait, how long they waited, and how long each blueprint took for which outcome', async () => {
    for (const fail of [undefined, 'final', 'once']) await ada.post('/agents/echo/runs', { input: { fail } });
    await eventually(async () => {
      const told = await workers[0]!.registry.metrics();
      expect(told).toMatch(/^tandem_agent_runs_queued \d+$/m);
      expect(told).toContain('tandem_agent_run_wait_seconds_count 3');
      for (const outcome of ['succeeded', 'failed', 'queued'])
        expect(told).toContain(`tandem_agent_run_seconds_count{blueprint="echo",outcome="${outcome}"} 1`);
    });
  });

  it('is how late schedules start', async () => {
    const late = async () => {
      const told = await workers[0]!.registry.metrics();
      return ['count', 'sum'].map((part) =>
        Number(new RegExp(`^tandem_schedule_lateness_seconds_${part} (.*)$`, 'm').exec(told)![1]),
      );
    };
    expect(await late()).toEqual([0, 0]);
    const schedule = { blueprint: 'echo', cron_expression: '0 0 1 1 *' };
    const { id } = (await ada.post('/agent-schedules', schedule)).body;
    await ada.post(`/agent-schedules/${id}/trigger`);
    await eventually(async () => {
      const { data } = (await ada.get(`/agents/echo/runs`)).body;
      expect(data[0]).toMatchObject({ schedule_id: id, status: 'succeeded' });
    });
    await asOwner(`update agent_schedules set next_at = date_trunc('second', now()) - interval '7 s' where id = $1`, [
      id,
    ]);
    await eventually(async () => expect((await late())[0]).toBe(1));
    const [, seconds] = await late();
    expect(seconds).toBeGreaterThanOrEqual(7);
    expect(seconds).toBeLessThan(30);
  });

  it('is that a worker has no more of them at work than it may, and gets round to all tenants', async () => {
    const start = async (delay_ms: number, by = ada) =>
      (await by.post('/agents/echo/runs', { input: { delay_ms } })).body.id as string;
    const running = async () => (await asOwner(`select from agent_runs where status = 'running'`)).length;
    const long = [await start(600_000), await start(600_000), await start(600_000)];
    await eventually(async () => expect(await running()).toBe(3));
    for (let count = 0; count < 5; count++) await start(20);
    const id = await start(20, other);
    expect(await running()).toBe(3);
    await ada.post(`/agents/echo/runs/${long[0]}/cancel`);
    await eventually(async () => {
      expect(await running()).toBeLessThanOrEqual(3);
      expect((await other.get(`/agents/echo/runs/${id}`)).body.status).toBe('succeeded');
    });
  });
});
