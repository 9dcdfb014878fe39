import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { join } from 'node:path';
import { features } from '@tandem/adapters/features';
import { startPostgres } from '@tandem/platform/embedded/embedded';
import type { EmbeddedPostgres } from '@tandem/platform/embedded/embedded-server';
import { makeLogin } from '@tandem/platform/schema/login';
import { migrate } from '@tandem/platform/schema/migrate';
import { askAgain } from '@tandem/testing/ask-again';
import { eventually } from '@tandem/testing/eventually';
import { ForkedProcess } from '@tandem/testing/forked-process';
import { WebhookReceiver } from '@tandem/testing/outside/webhook-receiver';
import { asOwner } from '@tandem/testing/temporary-postgres';
import { testEnvironment } from '@tandem/testing/test-settings';
import { useFolder } from '@tandem/testing/use-folder';

const patience = 60_000;

describe('webhooks whose database crashes', () => {
  const receivers = [new WebhookReceiver(), new WebhookReceiver()];
  const home = useFolder();
  const apps: ForkedProcess[] = [];
  let postgres: EmbeddedPostgres;
  let call: (path: string, token: string, body: object) => Promise<Response>;
  let key: string;

  /** Nothing of it is volatile: what was committed is there after a crash. */
  const start = async (port?: number) =>
    (postgres = await startPostgres({ directory: join(home, 'postgres'), password: 'of the owner', port }));

  beforeAll(async () => {
    await start();
    await migrate(postgres.url, features);
    const login = await makeLogin(postgres.url, { name: 'tandem_login', password: 'of the tests' });
    const environment = testEnvironment(login, { DATABASE_POOL_SIZE: '10' });
    apps.push(
      ...(await Promise.all([ForkedProcess.start('api', environment), ForkedProcess.start('worker', environment)])),
    );
    call = (path, token, body) =>
      fetch(`${apps[0]!.address}/api/v1${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    const owner = { name: 'Ada', email: 'ada@example.com' };
    const made = await call('/tenants', environment.OPERATOR_TOKEN, { name: 'Acme', owner });
    key = ((await made.json()) as { api_key: string }).api_key;
    for (const receiver of receivers) {
      await receiver.open();
      const { status } = await call('/webhook-endpoints', key, { url: receiver.url, event_types: ['task.created'] });
      expect(status).toBe(201);
    }
  }, patience);

  afterAll(async () => {
    await Promise.all(apps.map((app) => app.end()));
    await Promise.all(receivers.map((receiver) => receiver.close()));
    await postgres.stop();
  });

  const crash = async () => {
    process.kill(postgres.pid!, 'SIGQUIT');
    await postgres.stop();
    await start(postgres.port);
  };

  it(
    'loses no event, and sends none under a second id',
    async () => {
      const created: string[] = [];
      let isDone = false;
      const create = async () => {
        while (!isDone) {
          const answer = await askAgain(() => call('/tasks', key, { title: 'Kept' }));
          if (answer.status === 201) created.push(((await answer.json()) as { id: string }).id);
        }
      };
      const creating = Promise.all(Array.from({ length: 8 }, create));
      for (let crashes = 0; crashes < 2; crashes++) {
        const before = receivers[1]!.received.length;
        await eventually(() => expect(receivers[1]!.received.length).toBeGreaterThan(before + 100), patience);
        await crash();
      }
      isDone = true;
      await creating;
      const open = `select count(*)::int as count from webhook_deliveries where due_at is not null`;
      await eventually(async () => {
        for (const { received } of receivers) {
          const tasks = new Set(received.map(({ event }) => (event.data as { id: string }).id));
          expect(created.filter((id) => !tasks.has(id))).toEqual([]);
        }
        expect(await asOwner(postgres.url, open)).toEqual([{ count: 0 }]);
      }, patience);
      for (const { received } of receivers) {
        const names = new Set(received.map(({ event, headers }) => `${event.id} ${headers['x-delivery-id']}`));
        expect(names.size).toBe(new Set(received.map(({ event }) => event.id)).size);
      }
    },
    3 * patience,
  );
});
