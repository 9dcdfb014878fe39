import { describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { eventually } from '@tandem/testing/eventually';
import { asOwner } from '@tandem/testing/temporary-postgres';
import { freePort } from '@tandem/testing/local-server';
import { useProductOnPostgres } from '@tandem/testing/product-on-postgres';

const poolSize = 10;
const timeouts = 60_000;

describe('API and worker during an outage of the database', () => {
  const product = useProductOnPostgres({
    volatile: true,
    settings: async () => ({
      WORKER_PORT: `${await freePort()}`,
      DATABASE_POOL_SIZE: `${poolSize}`,
      // Production values.
      DATABASE_CONNECTION_TIMEOUT_MS: '1000',
      DATABASE_STATEMENT_TIMEOUT_MS: '2000',
    }),
  });
  const apps = () => [product.api, product.worker];

  /** Shows what a process said that ended. */
  const mustLive = () => expect(apps().map((app) => app.isAlive || app.said)).toEqual([true, true]);

  const isBack = () =>
    eventually(async () => {
      mustLive();
      expect(await Promise.all(apps().map((app) => app.isReady()))).toEqual([true, true]);
    }, timeouts);

  /** Writes and reads, twenty at a time, until the work is done; returns every response. */
  async function underLoad(work: () => Promise<unknown>) {
    const responses: { status: number; retryAfter: string | null }[] = [];
    let isDone = false;
    const caller = async (path: string, body?: object) => {
      while (!isDone && product.api.isAlive) {
        const { status, headers } = await product.call(body ? 'POST' : 'GET', path, body);
        responses.push({ status, retryAfter: headers.get('retry-after') });
      }
    };
    const callers = Array.from({ length: 10 }, () => [caller('/tasks', { title: 'Kept' }), caller('/tasks')]).flat();
    const served = () => responses.filter(({ status }) => status < 400).length;
    const isServed = (before: number) => eventually(() => expect(served()).toBeGreaterThan(before), timeouts);
    // There is work when the database stops, and again once it is back.
    const outage = isServed(0)
      .then(work)
      .then(() => isServed(served()));
    await outage.finally(() => (isDone = true));
    await Promise.all(callers);
    return responses;
  }

  async function mustHaveSurvived(responses: { status: number; retryAfter: string | null }[]) {
    mustLive();
    const refused = responses.filter(({ status }) => status >= 400);
    expect(refused.filter(({ status, retryAfter }) => status !== 503 || !retryAfter)).toEqual([]);
    expect(refused.length).toBeLessThan(responses.length);
    const [open] = await asOwner<{ count: number }>(
      product.postgres.url,
      `select count(*)::int from pg_stat_activity where application_name = 'tandem'`,
    );
    expect(open!.count).toBeLessThanOrEqual(2 * poolSize);
  }

  it.each(['SIGINT', 'SIGQUIT'] as const)(
    'continue after a restart by %s, and respond 503 until then',
    async (signal) => {
      for (let round = 0; round < 3; round++) {
        const responses = await underLoad(async () => {
          await product.stop(signal);
          await product.start();
          await isBack();
        });
        await mustHaveSurvived(responses);
      }
    },
    3 * timeouts,
  );

  it(
    'limit connection attempts while it is down, and reconnect once it is back',
    async () => {
      let attempts = 0;
      const responses = await underLoad(async () => {
        await product.stop('SIGINT');
        const closed = createServer((socket) => {
          attempts++;
          socket.destroy();
        }).listen(product.postgres.port, '127.0.0.1');
        await once(closed, 'listening');
        const began = performance.now();
        await eventually(() => expect(attempts).toBeGreaterThanOrEqual(12), timeouts);
        // Half of them come from one process. It waits 0.1 s, doubling to 5 s, halved by jitter at most:
        // at least 1.55 s before its sixth attempt.
        expect(performance.now() - began).toBeGreaterThan(1500);
        closed.close();
        await product.start();
        await isBack();
      });
      await mustHaveSurvived(responses);
    },
    3 * timeouts,
  );
});
