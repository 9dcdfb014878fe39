import { describe, expect, it } from '@jest/globals';
import { eventually } from '@tandem/testing/eventually';
import { responding } from '@tandem/testing/outside/webhook-receiver';
import { type Caller, useWorld } from '@tandem/testing/world';
import { wrongClock } from '@tandem/testing/wrong-clock';

const hours = 3_600_000;
const ways = [
  ['ahead', 3 * hours],
  ['behind', -3 * hours],
] as const;
const inAnHour = () => new Date(Date.now() + hours).toISOString();
const anHourAgo = () => new Date(Date.now() - hours).toISOString();

/** Seconds by which the database is ahead, as a process reports it. */
async function driftOf(address: string): Promise<number> {
  const text = await (await fetch(`${address}/metrics`)).text();
  return Number(/^tandem_clock_drift_seconds (\S+)$/m.exec(text)?.[1]);
}

async function mustSucceed(caller: Caller): Promise<void> {
  const { id } = (await caller.post('/agents/task-digest/runs', {})).body as { id: string };
  await eventually(async () => {
    const { body } = await caller.get(`/agents/task-digest/runs/${id}`);
    expect([body.status, body.failure_detail]).toEqual(['succeeded', null]);
  });
}

describe.each(ways)('an API whose clock is %s of the database', (_, off) => {
  const world = useWorld({ workers: 1 });
  const { ada } = world;
  const open = async () => {
    const api = await world.forkApi({ ...wrongClock({ off }), LOG_LEVEL: 'warn' });
    return { api, caller: world.bearer(ada.key, api.address) };
  };

  it('queues runs that are due at once, with their usual deadline', async () => {
    await mustSucceed((await open()).caller);
  });

  it('applies expiry and creation times by the clock of the database', async () => {
    const { api, caller } = await open();
    const created = await caller.post('/api-keys', { name: 'for an hour', expires_at: inAnHour() });
    expect(created.status).toBe(201);
    expect(Math.abs(new Date(created.body.created_at).getTime() - Date.now())).toBeLessThan(hours / 2);
    expect((await world.bearer(created.body.key, api.address).get('/me')).status).toBe(200);
    const past = await caller.post('/api-keys', { name: 'too late', expires_at: anHourAgo() });
    expect(past.status).toBe(422);
    const claimable = await caller.post('/invitations', { email: 'grace@example.com', expires_in_days: 1 });
    const left = new Date(claimable.body.expires_at).getTime() - Date.now();
    expect(Math.abs(left - 24 * hours)).toBeLessThan(hours / 2);
  });

  it('is reported in the log and by a metric', async () => {
    const { api } = await open();
    expect(Math.abs((await driftOf(api.address)) * 1000 + off)).toBeLessThan(hours / 10);
    await eventually(() =>
      expect(api.said).toMatch(/the clocks of this machine and of the database differ by 10\d{3} s/),
    );
  });
});

describe.each(ways)('a worker whose clock jumps %s of the database while it runs', (_, jump) => {
  const world = useWorld({ settings: { WEBHOOK_RETRY_SCHEDULE: '0s,1s' } });
  const { ada, receiver } = world;

  it('finishes runs, and retries webhooks when they are due', async () => {
    const worker = await world.forkWorker({ ...wrongClock({ jump }), WORKER_PORT: '0', LOG_LEVEL: 'warn' });
    worker.signal('SIGUSR2');
    await eventually(() => expect(worker.said).toMatch(/the clocks of this machine and of the database differ/));
    await mustSucceed(ada);
    receiver.react = (received, response) =>
      responding(received.headers['x-delivery-attempt'] === '1' ? 500 : 204)(received, response);
    await ada.post('/webhook-endpoints', { url: `${receiver.url}/hook` });
    await ada.post('/tasks', { title: 'sent twice' });
    await eventually(() => {
      const sent = receiver.received.filter(({ event }) => event.type === 'task.created');
      expect(sent.map(({ headers }) => headers['x-delivery-attempt'])).toEqual(['1', '2']);
      const seconds = Number(sent[1]!.headers['webhook-timestamp']);
      expect(Math.abs(seconds * 1000 - Date.now())).toBeLessThan(hours / 10);
    });
  });
});
