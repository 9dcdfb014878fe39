import type { Container } from '@tandem/platform/feature/container';
import { newId } from '@tandem/domain/core/id';
import { WebhookDeliveries } from '@tandem/domain/webhooks/deliveries/webhook-deliveries.port';
import { WebhookDelivery } from '@tandem/domain/webhooks/deliveries/webhook-delivery';
import { WebhookEndpoint } from '@tandem/domain/webhooks/endpoints/webhook-endpoint';
import { WebhookEndpoints } from '@tandem/domain/webhooks/endpoints/webhook-endpoints.port';
import { Seal } from '@tandem/platform/secrets/seal';
import { refused } from '@tandem/testing/attempt-results';
import { readerContract } from '@tandem/testing/reader-contract';
import { storeContract } from '@tandem/testing/store-contract';
import { SqlWebhookAttempts } from './sql-webhook-attempts.js';
import { SqlWebhookDeliveries } from './sql-webhook-deliveries.js';

async function newDelivery(sequence: number, get: Container['get']): Promise<WebhookDelivery> {
  const { id: endpointId } = await get(WebhookEndpoints).add(
    new WebhookEndpoint({ url: 'https://example.com' }, get(Seal)),
  );
  return new WebhookDelivery({ endpointId, eventId: newId(), eventType: 'task.created', sequence });
}

storeContract(SqlWebhookDeliveries, {
  make: newDelivery,
  change: (delivery) => {
    Object.assign(delivery, { status: 'in_flight', attemptCount: 1 });
    delivery.failed(1, refused, { schedule: [0], now: new Date(), random: 0 });
  },
  records: { added: [], changed: ['webhook_delivery.exhausted'] },
});

readerContract(SqlWebhookAttempts, {
  async add(number, { get, query }) {
    const { id, tenantId } = await get(WebhookDeliveries).add(await newDelivery(number, get));
    const text = `insert into webhook_attempts (tenant_id, id, delivery_id, number, created_at, updated_at)
      values ($1, gen_random_uuid(), $2, 1, now(), now()) returning id`;
    return (await query<{ id: string }>(text, [tenantId, id]))[0]!;
  },
  filters: { deliveryId: newId() },
});
