import { expect, it } from '@jest/globals';
import { retryUnavailable } from '@tandem/testing/retry-unavailable';
import { eventually } from '@tandem/testing/eventually';
import { describeEachBackend } from '@tandem/testing/temporary-redis';
import { type Caller, useWorld } from '@tandem/testing/world';
import { Storm } from './storm.js';

/** KILLS_RUNS asks for more. */
const count = Number(process.env.KILLS_RUNS ?? 96);
const tenantCount = 2;
const partCount = 4;
const leaseSeconds = 4;
/** After the last kill: a lease, a sweep, 10 s until a second attempt, and the delays of a busy machine. */
const timeoutMillis = 60_000 + count * 100;

const inputs = [
  { fail: 'once' },
  { fail: 'final' },
  { delay_ms: 100 },
  { delay_ms: 400, steps: 4 },
  { delay_ms: 300 },
  { message: 'at once' },
];
const cancelled = 4;

const openRuns = `select count(*)::int as count from agent_runs where status in ('queued', 'running')`;
/** Each run was queued once, started once an attempt, released before each further attempt, and ended once. */
const misreported = `select r.id, r.status, r.attempt, array_agg(e.type order by e.id) as recorded from agent_runs r
  join events e on e.tenant_id = r.tenant_id and e.resource_id = r.id and e.type like 'agent_run.%'
  group by r.tenant_id, r.id, r.status, r.attempt
  having count(*) filter (where e.type = 'agent_run.' || r.status) <> 1
    or count(*) filter (where e.type in ('agent_run.succeeded', 'agent_run.failed', 'agent_run.cancelled')) <> 1
    or count(*) filter (where e.type = 'agent_run.started') <> r.attempt
    or count(*) filter (where e.type = 'agent_run.queued') not in (r.attempt, r.attempt + 1)`;
/** Only a run that lost two workers in a row may fail for another reason than requested. */
const unlikely = `select id from agent_runs where attempt > 3
  or (status = 'succeeded' and (input->>'fail' = 'final' or attempt = 1 and input->>'fail' = 'once'))
  or (status = 'failed' and failure_category = 'tool_error')
    <> (status = 'failed' and failure_category <> 'worker_lost')`;

describeEachBackend('agents at work, while workers are killed and the queue is emptied', (backend) => {
  const world = useWorld({ backend, settings: { LEASE_SECONDS: String(leaseSeconds) } });

  const query = (text: string) => world.asOwner<Record<string, unknown>>(text);
  const open = async () => (await query(openRuns))[0]!.count;

  const start = async (caller: Caller, index: number) => {
    const kind = index % inputs.length;
    const started = await retryUnavailable(() => caller.post('/agents/echo/runs', { input: inputs[kind] }));
    expect(started.status).toBe(201);
    if (kind !== cancelled) return;
    const { status } = await retryUnavailable(() => caller.post(`/agents/echo/runs/${started.body.id}/cancel`));
    expect([200, 409]).toContain(status);
  };
  const startSeveral = async (caller: Caller, share: number) => {
    for (let index = 0; index < share; index++) await start(caller, index);
  };

  it(
    `${count} runs end once each, and report it once`,
    async () => {
      const callers: Caller[] = [];
      for (let index = 0; index < tenantCount; index++) callers.push(await world.tenant(`Tenant ${index}`));
      const storm = new Storm(world, Math.max(5, Math.ceil(count / 40)));
      storm.start();
      for (let part = 1; part <= partCount; part++) {
        await Promise.all(callers.map((caller) => startSeveral(caller, count / tenantCount / partCount)));
        await eventually(() => expect(storm.kills).toBeGreaterThanOrEqual(part), timeoutMillis);
      }
      await storm.end();
      await eventually(async () => expect(await open()).toBe(0), timeoutMillis);
      expect(await query(misreported)).toEqual([]);
      expect(await query(unlikely)).toEqual([]);
      if (process.env.KILLS_RUNS) process.stdout.write(`${backend}: ${storm.kills} kills\n`);
    },
    2 * timeoutMillis,
  );
});
