import { expect, it } from '@jest/globals';
import type { ServerResponse } from 'node:http';
import { eventually } from '@tandem/testing/eventually';
import { describeEachBackend } from '@tandem/testing/temporary-redis';
import { useWorld } from '@tandem/testing/world';

const count = 150;
const timeoutMillis = 60_000;

describeEachBackend('the pace of an endpoint', (backend) => {
  const world = useWorld({ backend, fresh: 'world', isInsistent: true });
  const { ada, receiver } = world;

  const backlog = async () => {
    await ada.post('/webhook-endpoints', { url: receiver.url, event_types: ['task.created'] });
    await Promise.all(Array.from({ length: count }, () => ada.post('/tasks', { title: 'x' })));
  };
  const query = (text: string) => world.asOwner<Record<string, unknown>>(text);
  const allSucceeded = () =>
    eventually(async () => {
      const counts = `count(*)::int as all, count(*) filter (where status = 'succeeded')::int as succeeded`;
      const [deliveries] = await query(`select ${counts} from webhook_deliveries`);
      expect([deliveries, receiver.received.length]).toEqual([{ all: count, succeeded: count }, count]);
    }, timeoutMillis);

  /** Responds after the given milliseconds, by the number of earlier requests; reports the maximum in flight. */
  const respondingAfter = (millis: (before: number) => number) => {
    const seen = { most: 0, waiting: 0 };
    receiver.react = (_, response: ServerResponse) => {
      seen.most = Math.max(seen.most, ++seen.waiting);
      const end = () => {
        seen.waiting--;
        response.end();
      };
      setTimeout(end, millis(receiver.received.length));
    };
    return seen;
  };

  it('an endpoint that becomes slow gets at most ten requests at once, and unsent ones leave no trace', async () => {
    const seen = respondingAfter((before) => (before > 70 && before < 90 ? 2000 : 0));
    await backlog();
    await Promise.all([world.startWorker(), world.startWorker()]);
    await allSucceeded();
    expect(seen.most).toBeLessThanOrEqual(10);
    const attempts = await query('select number, error_message from webhook_attempts');
    expect(attempts).toEqual(Array(count).fill({ number: 1, error_message: null }));
  }, 120_000);

  it('a stopping worker releases unsent deliveries, and another sends them once', async () => {
    respondingAfter(() => 20);
    await backlog();
    const first = await world.startWorker();
    await eventually(() => expect(receiver.received.length).toBeGreaterThan(20));
    await first.close();
    const sent = receiver.received.length;
    const left = await query(`select status, attempt_count from webhook_deliveries where status <> 'succeeded'`);
    // Events not yet fanned out have no delivery.
    expect(left.length).toBeLessThanOrEqual(count - sent);
    for (const delivery of left) expect(delivery).toEqual({ status: 'pending', attempt_count: 0 });
    await world.startWorker();
    await allSucceeded();
  }, 120_000);

  it('hanging endpoints of some tenants do not delay those of another', async () => {
    receiver.react = ({ path }, response) => void (path === '/quick' && response.end());
    const subscribe = ({ post }: typeof ada, path: string) =>
      post('/webhook-endpoints', { url: `${receiver.url}${path}`, event_types: ['task.created'] });
    const others = await Promise.all(['A', 'B', 'C'].map((name) => world.tenant(name)));
    for (const other of others) for (let n = 0; n < 4; n++) await subscribe(other, `/hang/${other.tenantId}/${n}`);
    await subscribe(ada, '/quick');
    await world.forkWorker({ WORKER_CONCURRENCY: '5' });
    for (const other of others) await other.post('/tasks', { title: 'Never answered' });
    await eventually(() => expect(receiver.received.length).toBe(12));
    await ada.post('/tasks', { title: 'Answered at once' });
    await eventually(() => expect(receiver.at('/quick')).toHaveLength(1));
    const [{ ended }] = (await query(`select count(*)::int as ended from webhook_attempts where finished_at is not null
      and error_message is not null`)) as [{ ended: number }];
    expect(ended).toBe(0);
  }, 60_000);
});
