import { describe, expect, it } from '@jest/globals';
import { eventually } from '@tandem/testing/eventually';
import { useWorld } from '@tandem/testing/world';

describe('metrics and logs of runs', () => {
  const world = useWorld({ workers: 1, settings: { WORKER_CONCURRENCY: '3' } });
  const { ada, other, workers, asOwner } = world;

  it('count waiting runs, and measure waits and durations by blueprint and outcome', async () => {
    for (const fail of [undefined, 'final', 'once']) await ada.post('/agents/echo/runs', { input: { fail } });
    await eventually(async () => {
      const reported = await workers[0]!.registry.metrics();
      expect(reported).toMatch(/^tandem_agent_runs_queued \d+$/m);
      expect(reported).toContain('tandem_agent_run_wait_seconds_count 3');
      for (const outcome of ['succeeded', 'failed', 'queued'])
        expect(reported).toContain(`tandem_agent_run_seconds_count{blueprint="echo",outcome="${outcome}"} 1`);
    });
  });

  it('measure how late schedules start', async () => {
    const late = async () => {
      const reported = await workers[0]!.registry.metrics();
      return ['count', 'sum'].map((part) =>
        Number(new RegExp(`^tandem_schedule_lateness_seconds_${part} (.*)$`, 'm').exec(reported)![1]),
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

  it('show that a worker runs no more than its limit, and serves all tenants', async () => {
    const start = async (delay_ms: number, by = ada) =>
      (await by.post('/agents/echo/runs', { input: { delay_ms } })).body.id as string;
    const running = async () =>
      (await asOwner(`select id from agent_runs where status = 'running'`)).map((row) => row.id);
    const long = [await start(600_000), await start(600_000), await start(600_000)];
    await eventually(async () => expect((await running()).sort()).toEqual(long));
    for (let count = 0; count < 5; count++) await start(20);
    const id = await start(20, other);
    expect((await running()).sort()).toEqual(long);
    await ada.post(`/agents/echo/runs/${long[0]}/cancel`);
    await eventually(async () => {
      expect((await running()).length).toBeLessThanOrEqual(3);
      expect((await other.get(`/agents/echo/runs/${id}`)).body.status).toBe('succeeded');
    });
  });

  it('name the run in each log line, and show no secret', async () => {
    const { data: open } = (await ada.get('/agents/echo/runs?status=running')).body;
    for (const { id } of open) await ada.post(`/agents/echo/runs/${id}/cancel`);
    await ada.post('/tasks', { title: 'late', due_date: '2026-01-01' });
    await asOwner(`
      create function refuse() returns trigger language plpgsql as $$
        begin raise exception 'no, says sk-abcdef0123456789'; end $$;
      create trigger refused before update on tasks for each row execute function refuse()`);
    for (const worker of workers.splice(0)) await worker.close();
    const worker = await world.forkWorker({ LOG_LEVEL: 'debug', LOG_FORMAT: 'json' });
    const start = async (blueprint: string, input: object) =>
      (await ada.post(`/agents/${blueprint}/runs`, { input })).body.id as string;
    const fine = await start('echo', {});
    const failing = await start('echo', { fail: 'final', message: 'Bearer sk-abcdef0123456789' });
    const unlucky = await start('overdue-triage', {});
    const lines = (id: string) => {
      const all = worker.said.split('\n').filter((line) => line.startsWith('{'));
      return all.map((line) => JSON.parse(line)).filter(({ run_id }) => run_id === id);
    };
    const firstLine = { msg: 'attempt started', attempt: 1 };
    const end = { msg: 'attempt ended', attempt: 1, ms: expect.any(Number) };
    await eventually(() => {
      expect(lines(fine)).toMatchObject([firstLine, { ...end, blueprint: 'echo', outcome: 'succeeded' }]);
      expect(lines(failing)).toMatchObject([
        firstLine,
        { ...end, blueprint: 'echo', outcome: 'failed', failure_category: 'tool_error' },
      ]);
      expect(lines(unlucky)).toMatchObject([
        firstLine,
        { level: 50, blueprint: 'overdue-triage', err: { message: 'no, says [masked]', stack: expect.any(String) } },
        { ...end, blueprint: 'overdue-triage', outcome: 'queued', failure_category: 'internal' },
      ]);
    });
    expect(worker.said).not.toContain('sk-abcdef');
    await worker.end('SIGKILL');
    await asOwner(`update agent_runs set status = 'running', worker_id = gen_random_uuid(), lease_expires_at = now()
      where id = '${unlucky}'`);
    const next = await world.forkWorker({ LOG_LEVEL: 'info', LOG_FORMAT: 'json' });
    await eventually(() =>
      expect(next.said).toMatch(new RegExp(`"run_id":"${unlucky}","blueprint":"overdue-triage".*lost its worker`)),
    );
  });
});
