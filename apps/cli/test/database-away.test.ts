import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { features } from '@tandem/adapters/features';
import { startPostgres } from '@tandem/platform/embedded/embedded';
import type { EmbeddedPostgres } from '@tandem/platform/embedded/embedded-server';
import { makeLogin } from '@tandem/platform/schema/login';
import { migrate } from '@tandem/platform/schema/migrate';
import { eventually } from '@tandem/testing/eventually';
import { asOwner } from '@tandem/testing/temporary-postgres';
import { testEnvironment } from '@tandem/testing/test-settings';
import { useFolder } from '@tandem/testing/use-folder';
import { ForkedProcess } from '@tandem/testing/forked-process';
import { freePort } from '@tandem/testing/local-server';

const poolSize = 10;
const patience = 60_000;

describe('API and worker whose database goes away', () => {
  let postgres: EmbeddedPostgres;
  let api: ForkedProcess;
  let worker: ForkedProcess;
  let key: string;

  afterAll(async () => {
    await Promise.all([api.end(), worker.end()]);
    await postgres.stop();
  });
  const home = useFolder();
  beforeAll(async () => {
    await start();
    await migrate(postgres.url, features);
    const ports = { PORT: '0', WORKER_PORT: `${await freePort()}`, DATABASE_POOL_SIZE: `${poolSize}` };
    // As the product has them.
    const waits = { DATABASE_CONNECTION_TIMEOUT_MS: '1000', DATABASE_STATEMENT_TIMEOUT_MS: '2000' };
    const login = await makeLogin(postgres.url, { name: 'tandem_login', password: 'of the tests' });
    const environment = testEnvironment(login, { ...ports, ...waits });
    [api, worker] = await Promise.all([
      ForkedProcess.start('api', environment),
      ForkedProcess.start('worker', environment),
    ]);
    const made = await call('POST', '/tenants', environment.OPERATOR_TOKEN, {
      name: 'Acme',
      owner: { name: 'Ada', email: 'ada@example.com' },
    });
    key = ((await made.json()) as { api_key: string }).api_key;
  }, patience);

  const call = (method: string, path: string, token: string, body?: object) =>
    fetch(`${api.address}/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });

  /** Ends PostgreSQL as `pg_ctl -m fast` and `-m immediate` do. */
  async function stop(signal: 'SIGINT' | 'SIGQUIT') {
    process.kill(postgres.pid!, signal);
    await postgres.stop();
  }

  const start = async (port?: number) =>
    (postgres = await startPostgres({
      directory: join(home, 'postgres'),
      password: 'of the owner',
      volatile: true,
      port,
    }));

  const isBack = () =>
    eventually(async () => expect([await api.isReady(), await worker.isReady()]).toEqual([true, true]), patience);

  /** Writes and reads, twenty at a time, until the work is done; every answer that was given. */
  async function underLoad(work: () => Promise<unknown>) {
    const answers: { status: number; retryAfter: string | null }[] = [];
    let isDone = false;
    const caller = async (path: string, body?: object) => {
      while (!isDone && api.isAlive) {
        const { status, headers } = await call(body ? 'POST' : 'GET', path, key, body);
        answers.push({ status, retryAfter: headers.get('retry-after') });
      }
    };
    const callers = Array.from({ length: 10 }, () => [caller('/tasks', { title: 'Kept' }), caller('/tasks')]).flat();
    const served = () => answers.filter(({ status }) => status < 400).length;
    const isServed = (before: number) => eventually(() => expect(served()).toBeGreaterThan(before), patience);
    // There is work when the database goes, and again once it is back.
    const whole = isServed(0)
      .then(work)
      .then(() => isServed(served()));
    await whole.finally(() => (isDone = true));
    await Promise.all(callers);
    return answers;
  }

  async function mustHaveSurvived(answers: { status: number; retryAfter: string | null }[]) {
    expect([api, worker].map((app) => app.isAlive || app.said)).toEqual([true, true]);
    const refused = answers.filter(({ status }) => status >= 400);
    expect(refused.filter(({ status, retryAfter }) => status !== 503 || !retryAfter)).toEqual([]);
    expect(refused.length).toBeLessThan(answers.length);
    const [open] = await asOwner<{ count: number }>(
      postgres.url,
      `select count(*)::int from pg_stat_activity where application_name = 'tandem'`,
    );
    expect(open!.count).toBeLessThanOrEqual(2 * poolSize);
  }

  it.each(['SIGINT', 'SIGQUIT'] as const)(
    'goes on after a restart by %s, and says 503 meanwhile',
    async (signal) => {
      for (let round = 0; round < 3; round++) {
        const answers = await underLoad(async () => {
          await stop(signal);
          await start(postgres.port);
          await isBack();
        });
        await mustHaveSurvived(answers);
      }
    },
    3 * patience,
  );

  it(
    'is not stormed with connections while it is away, and is found again once it is back',
    async () => {
      let attempts = 0;
      const answers = await underLoad(async () => {
        await stop('SIGINT');
        const closed = createServer((socket) => {
          attempts++;
          socket.destroy();
        }).listen(postgres.port, '127.0.0.1');
        await once(closed, 'listening');
        const began = performance.now();
        await eventually(() => expect(attempts).toBeGreaterThanOrEqual(12), patience);
        // One process made half of them. It waits 0.1 s, doubling to 5 s, by jitter half as long: before its sixth attempt 1.55 s.
        expect(performance.now() - began).toBeGreaterThan(1500);
        closed.close();
        await start(postgres.port);
        await isBack();
      });
      await mustHaveSurvived(answers);
    },
    3 * patience,
  );
});
