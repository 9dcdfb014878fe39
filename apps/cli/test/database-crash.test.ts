import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { retryUnavailable } from '@tandem/testing/retry-unavailable';
import { eventually } from '@tandem/testing/eventually';
import { useProductOnPostgres } from '@tandem/testing/product-on-postgres';
import { WebhookReceiver } from '@tandem/testing/outside/webhook-receiver';
import { asOwner } from '@tandem/testing/temporary-postgres';

const timeouts = 60_000;

/** Deliveries created but found by no query: recovery would send their events under a second id. */
const withoutRow = `select count(*)::int as count from events e, webhook_endpoints w
  where e.type = 'task.created' and e.resource_id = any ($1) and not exists (
    select from webhook_deliveries d where d.tenant_id = e.tenant_id and d.event_id = e.id and d.endpoint_id = w.id)`;

describe('webhooks whose database crashes', () => {
  const receivers = [new WebhookReceiver(), new WebhookReceiver()];
  // Nothing is volatile: commits survive a crash.
  const product = useProductOnPostgres();

  beforeAll(async () => {
    for (const receiver of receivers) {
      await receiver.open();
      const endpoint = { url: receiver.url, event_types: ['task.created'] };
      expect((await product.call('POST', '/webhook-endpoints', endpoint)).status).toBe(201);
    }
  });

  afterAll(() => Promise.all(receivers.map((receiver) => receiver.close())));

  it(
    'lose no event and no delivery, and send none under a second id',
    async () => {
      const created: string[] = [];
      let isDone = false;
      const create = async () => {
        while (!isDone) {
          const response = await retryUnavailable(() => product.call('POST', '/tasks', { title: 'Kept' }));
          if (response.status === 201) created.push(((await response.json()) as { id: string }).id);
        }
      };
      const creating = Promise.all(Array.from({ length: 8 }, create));
      for (let crashes = 0; crashes < 2; crashes++) {
        const before = receivers[1]!.received.length;
        await eventually(() => expect(receivers[1]!.received.length).toBeGreaterThan(before + 100), timeouts);
        await product.stop('SIGQUIT');
        await product.start();
      }
      isDone = true;
      await creating;
      const open = `select count(*)::int as count from webhook_deliveries where due_at is not null`;
      await eventually(async () => {
        for (const { received } of receivers) {
          const tasks = new Set(received.map(({ event }) => (event.data as { id: string }).id));
          expect(created.filter((id) => !tasks.has(id))).toEqual([]);
        }
        expect(await asOwner(product.postgres.url, open)).toEqual([{ count: 0 }]);
        expect(await asOwner(product.postgres.url, withoutRow, [created])).toEqual([{ count: 0 }]);
      }, timeouts);
      for (const { received } of receivers) {
        const names = new Set(received.map(({ event, headers }) => `${event.id} ${headers['x-delivery-id']}`));
        expect(names.size).toBe(new Set(received.map(({ event }) => event.id)).size);
      }
    },
    3 * timeouts,
  );
});
