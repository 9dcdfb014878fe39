import { beforeEach, expect, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { retryUnavailable } from '@tandem/testing/retry-unavailable';
import { eventually } from '@tandem/testing/eventually';
import { describeEachBackend } from '@tandem/testing/temporary-redis';
import { useWorld } from '@tandem/testing/world';

const timeoutMillis = 110_000;
/** The number of concurrent requests to an endpoint. */
const slots = 10;
/** How much longer the deliveries of a dead worker stay leased. */
const maxHeld = `select extract(epoch from max(leased_until - now()))::float as seconds from webhook_deliveries`;
/** The sweep that takes over runs every 2 s: together they are within the promised 10 s. */
const maxHeldSeconds = 8;

describeEachBackend('webhooks while processes are killed', (backend) => {
  const world = useWorld({ backend, fresh: 'world' });
  const { ada, receiver } = world;

  beforeEach(async () => {
    await ada.post('/webhook-endpoints', { url: receiver.url, event_types: ['task.*'] });
  });

  const task = async (index: number) =>
    expect((await retryUnavailable(() => ada.post('/tasks', { title: `t${index}` }))).status).toBe(201);
  const tasks = (count: number) => Promise.all(Array.from({ length: count }, (_, index) => task(index)));
  const arrived = () => new Set(receiver.received.map(({ event }) => event.id)).size;
  const query = (text: string) => world.asOwner<Record<string, number>>(text);
  const allDelivered = (count: number) =>
    eventually(async () => {
      const open = await query('select count(*)::int as count from webhook_deliveries where due_at is not null');
      expect([arrived(), open[0]!.count]).toEqual([count, 0]);
    }, timeoutMillis);

  it(
    'a worker killed twice while it delivers loses no event and hides no attempt',
    async () => {
      receiver.react = (_, response) => void setTimeout(() => response.end(), 100);
      await tasks(300);
      const first = await world.forkWorker();
      await eventually(() => expect(arrived()).toBeGreaterThan(40));
      await first.end('SIGKILL');
      const second = await world.forkWorker();
      const soFar = arrived();
      await eventually(() => expect(arrived()).toBeGreaterThan(soFar + 40));
      await second.end('SIGKILL');
      expect(arrived()).toBeLessThan(300);
      await world.forkWorker();
      await allDelivered(300);
      const attempts = await query(`select delivery_id || ' ' || number as of, error_message from webhook_attempts`);
      const sent = receiver.received.map(
        ({ headers }) => `${headers['x-delivery-id']} ${headers['x-delivery-attempt']}`,
      );
      expect(new Set(sent).size).toBe(sent.length);
      const recorded = new Set(attempts.map((attempt) => String(attempt.of)));
      expect(sent.filter((attempt) => !recorded.has(attempt))).toEqual([]);
      const unfinished = await query('select count(*)::int as count from webhook_attempts where finished_at is null');
      expect(unfinished[0]!.count).toBe(0);
    },
    timeoutMillis + 40_000,
  );

  it(
    'an endpoint whose slots a killed worker held is taken over by another within a few seconds',
    async () => {
      receiver.react = () => undefined; // Holds every slot until the worker gives up.
      await tasks(slots + 5);
      const first = await world.forkWorker();
      await eventually(() => expect(receiver.received).toHaveLength(slots));
      await world.forkWorker();
      await first.end('SIGKILL');
      expect(receiver.received).toHaveLength(slots);
      expect((await query(maxHeld))[0]!.seconds).toBeLessThanOrEqual(maxHeldSeconds);
      receiver.react = (_, response) => void response.end();
      await eventually(() => expect(arrived()).toBe(slots + 5));
      await allDelivered(slots + 5);
      expect(receiver.received).toHaveLength(2 * slots + 5);
    },
    timeoutMillis,
  );

  it('a stopping worker waits for slow responses, stores what it has sent, and releases the rest', async () => {
    const isSlow = (sent: number) => sent > slots && sent <= 2 * slots;
    receiver.react = (_, response) =>
      void setTimeout(() => response.end(), isSlow(receiver.received.length) ? 3300 : 300);
    await tasks(60);
    const first = await world.forkWorker();
    await eventually(() => expect(arrived()).toBeGreaterThan(10));
    await first.end('SIGTERM');
    expect(arrived()).toBeLessThan(60);
    await world.forkWorker();
    await allDelivered(60);
    expect(receiver.received).toHaveLength(60);
    expect(await query('select max(attempt_count) as max from webhook_deliveries')).toEqual([{ max: 1 }]);
  });

  it('sequences show a consumer that no event is missing', async () => {
    await tasks(20);
    await world.startWorker();
    await allDelivered(20);
    const { body } = await ada.get('/webhook-events?type=task.created&limit=100');
    const known = body.data.map((event: { sequence: number }) => event.sequence).sort((a: number, b: number) => a - b);
    expect(receiver.received.map(({ event }) => event.sequence!).sort((a, b) => a - b)).toEqual(known);
  });

  if (backend === 'Redis')
    it('an emptied Redis delays deliveries but loses none', async () => {
      let refuse = true;
      receiver.react = (_, response) => void response.writeHead(refuse ? 503 : 200).end();
      await world.startWorker();
      await tasks(5);
      await eventually(() => expect(arrived()).toBe(5));
      const redis = new Redis(world.redisUrl);
      await redis.flushall();
      redis.disconnect();
      refuse = false;
      await allDelivered(5);
    });
});
