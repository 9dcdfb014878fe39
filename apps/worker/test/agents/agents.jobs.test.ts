import { beforeAll, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { newId } from '@tandem/domain/core/id';
import { busyMachineMillis, eventually } from '@tandem/testing/eventually';
import { describeEachBackend } from '@tandem/testing/temporary-redis';
import type { AssembledWorker } from '@tandem/worker/assemble';
import { useWorld } from '@tandem/testing/world';
import { Watcher } from './watcher.js';

const watching = { name: 'watching', summary: 'Agents of this test', provides: [Watcher] };

describeEachBackend('agents at work', (backend) => {
  const settings = { LEASE_SECONDS: '2', RUNS_PER_TENANT: '4' };
  const world = useWorld({ backend, features: [watching], settings });
  const { ada, bearer, asOwner, startWorker, forkWorker } = world;
  let worker: AssembledWorker;

  beforeAll(async () => {
    worker = await startWorker();
  });

  const start = async (input: object, fields: object = {}, blueprint = 'echo') =>
    (await ada.post(`/agents/${blueprint}/runs`, { input, ...fields })).body.id as string;
  const read = async (id: string, blueprint = 'echo') => (await ada.get(`/agents/${blueprint}/runs/${id}`)).body;
  const ends = (id: string, status: string) =>
    eventually(async () => {
      const run = await read(id);
      expect(run.status).toBe(status);
      return run;
    });
  const happenedTo = async (id: string) =>
    (await ada.get(`/audit-log?resource_id=${id}`)).body.data
      .map(({ action }: { action: string }) => action.replace('agent_run.', ''))
      .reverse();
  const becomeDue = (id: string) => asOwner('update agent_runs set run_at = now() where id = $1', [id]);

  it('a run succeeds with the output of its blueprint', async () => {
    const id = await start({ message: { hello: 'world' }, steps: 2 });
    const run = await ends(id, 'succeeded');
    expect(run).toMatchObject({ attempt: 1, output: { message: { hello: 'world' } }, failure_category: null });
    const steps = (await ada.get(`/agents/echo/runs/${id}/steps`)).body.data;
    expect(steps.map(({ name }: { name: string }) => name)).toEqual(['step 2', 'step 1']);
    expect(await happenedTo(id)).toEqual(['queued', 'started', 'succeeded']);
  });

  it('a temporary failure is retried, a final one is not', async () => {
    const once = await start({ fail: 'once' });
    const waiting = await ends(once, 'queued').then(() =>
      eventually(async () => {
        const run = await read(once);
        expect(run.consecutive_failures).toBe(1);
        return run;
      }),
    );
    expect(waiting).toMatchObject({ status: 'queued', attempt: 1, failure_category: 'app_unreachable' });
    expect(Date.parse(waiting.run_at) - Date.now()).toBeGreaterThan(5000);
    await becomeDue(once);
    expect(await ends(once, 'succeeded')).toMatchObject({ attempt: 2, consecutive_failures: 0 });
    const final = await ends(await start({ fail: 'final' }), 'failed');
    expect(final).toMatchObject({
      attempt: 1,
      failure_category: 'tool_error',
      failure_detail: 'Failed for good, as asked.',
    });
  });

  it('a run waits until it is due, and fails past its deadline while running', async () => {
    const runAt = new Date(Date.now() + 1200);
    const later = await start({}, { run_at: runAt });
    const late = await start({ delay_ms: 60_000 }, { deadline_at: new Date(Date.now() + 1000) });
    expect(await ends(late, 'failed')).toMatchObject({ failure_category: 'deadline_exceeded', attempt: 1 });
    const run = await ends(later, 'succeeded');
    expect(Date.parse(run.started_at)).toBeGreaterThanOrEqual(runAt.getTime());
  });

  it('a queued run past its deadline fails without starting', async () => {
    const runAt = new Date(Date.now() + 3_600_000);
    const id = await start({}, { run_at: runAt });
    await asOwner('update agent_runs set deadline_at = now() where id = $1', [id]);
    expect(await ends(id, 'failed')).toMatchObject({ failure_category: 'deadline_exceeded', started_at: null });
  });

  it('a cancelled run is aborted at once, and its later writes are dropped', async () => {
    const key = newId();
    const id = await start({ key }, {}, 'watcher');
    const seen = await eventually(() => Watcher.at(key));
    await eventually(async () => expect((await read(id, 'watcher')).status).toBe('running'));
    expect((await ada.post(`/agents/watcher/runs/${id}/cancel`)).status).toBe(200);
    const respondedAt = performance.now();
    await eventually(() => expect(seen.abortedAt).toBeGreaterThan(0));
    expect(seen.abortedAt - respondedAt).toBeLessThan(250 + busyMachineMillis);
    await eventually(() => expect(seen.lateStep).toMatch('This worker no longer holds the run'));
    expect((await ada.post(`/agents/watcher/runs/${id}/cancel`)).body.run_status).toBe('cancelled');
    expect((await ada.get(`/agents/watcher/runs/${id}/steps`)).body.data).toEqual([]);
    expect(await happenedTo(id)).toEqual(['queued', 'started', 'cancelled']);
  });

  it('a worker that has lost a run cannot change it', async () => {
    const id = await start({ delay_ms: 1500, message: 'late' });
    await ends(id, 'running');
    await asOwner(
      `update agent_runs set worker_id = $2, lease_expires_at = now() + interval '1 minute' where id = $1`,
      [id, newId()],
    );
    const other = await start({ delay_ms: 2000 });
    await ends(other, 'succeeded');
    expect(await read(id)).toMatchObject({ status: 'running', output: null });
    await ada.post(`/agents/echo/runs/${id}/cancel`);
  });

  it('a tenant runs no more than its limit at once, and all its runs get a slot', async () => {
    const ids = await Promise.all(Array.from({ length: 10 }, () => start({ delay_ms: 500 })));
    let most = 0;
    await eventually(async () => {
      const running = (await ada.get('/agents/echo/runs?status=running')).body.data.length;
      most = Math.max(most, running);
      for (const id of ids) expect((await read(id)).status).toBe('succeeded');
    });
    expect(most).toBeGreaterThan(1);
    expect(most).toBeLessThanOrEqual(4);
  });

  it('an agent acts as itself, on behalf of the member who started it', async () => {
    const key = newId();
    const id = await start({ key, task: 'From an agent' }, {}, 'watcher');
    await eventually(() => Watcher.at(key));
    const actor = `actor_type=agent&actor_id=${id}`;
    const entries = await eventually(async () => {
      const { data } = (await ada.get(`/audit-log?${actor}`)).body;
      expect(data).toHaveLength(1);
      return data;
    });
    expect(entries[0]).toMatchObject({ action: 'task.created', actor_type: 'agent', actor_id: id });
    const task = (await ada.get(`/tasks/${entries[0].resource_id}`)).body;
    expect(task).toMatchObject({ title: 'From an agent', creator_id: ada.memberId, tenant_id: ada.tenantId });
    await ada.post(`/agents/watcher/runs/${id}/cancel`);
  });

  it('an agent has no more rights than the member who started it', async () => {
    const { body } = await ada.post('/api-keys', { name: 'narrow', scopes: ['agents:write', 'tasks:read'] });
    const started = await bearer(body.key).post('/agents/watcher/runs', { input: { key: newId() } });
    await eventually(async () => {
      const run = await read(started.body.id, 'watcher');
      expect(run).toMatchObject({ status: 'failed', failure_category: 'permission_denied' });
      expect(run.failure_detail).toContain('tasks:write');
    });
  });

  it('after a kill another worker resumes the run, and no step is repeated', async () => {
    await worker.close();
    const killed = await forkWorker();
    const id = await start({ steps: 4, delay_ms: 4000 });
    const steps = async () => (await ada.get(`/agents/echo/runs/${id}/steps`)).body.data.reverse();
    await eventually(async () => expect(await steps()).toHaveLength(2));
    await killed.end('SIGKILL');
    worker = await startWorker();
    const run = await ends(id, 'succeeded');
    expect(run).toMatchObject({ attempt: 2, consecutive_failures: 0, output: { attempt: 2 } });
    expect((await steps()).map(({ attempt }: { attempt: number }) => attempt)).toEqual([1, 1, 2, 2]);
    expect(await happenedTo(id)).toEqual(['queued', 'started', 'queued', 'started', 'succeeded']);
  });

  it('a stopping worker releases its runs, and the attempt does not count', async () => {
    await worker.close();
    const stopping = await forkWorker();
    const id = await start({ delay_ms: 2000, message: 'whole' });
    await ends(id, 'running');
    await stopping.end('SIGTERM');
    expect(await read(id)).toMatchObject({ status: 'queued', attempt: 0, consecutive_failures: 0 });
    worker = await startWorker();
    expect(await ends(id, 'succeeded')).toMatchObject({ attempt: 1, output: { message: 'whole' } });
  });

  if (backend === 'Redis')
    it('an emptied Redis delays runs, but none is lost or run twice', async () => {
      const redis = new Redis(world.redisUrl);
      const ids = await Promise.all(
        Array.from({ length: 4 }, () => start({ steps: 1 }, { run_at: new Date(Date.now() + 1000) })),
      );
      await eventually(async () => expect(await redis.zcard('{tandem}:agents:delayed')).toBeGreaterThanOrEqual(1));
      await redis.flushall();
      for (const id of ids) expect(await ends(id, 'succeeded')).toMatchObject({ attempt: 1 });
      for (const id of ids) expect(await happenedTo(id)).toEqual(['queued', 'started', 'succeeded']);
      redis.disconnect();
    });
});
