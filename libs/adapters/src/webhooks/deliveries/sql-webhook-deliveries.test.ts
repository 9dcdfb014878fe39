import type { Container } from '@tandem/platform/feature/container';
import { newId } from '@tandem/domain/core/id';
import { WebhookAttempt } from '@tandem/domain/webhooks/deliveries/webhook-attempt';
import { WebhookDeliveries } from '@tandem/domain/webhooks/deliveries/webhook-deliveries.port';
import { WebhookDelivery } from '@tandem/domain/webhooks/deliveries/webhook-delivery';
import { WebhookEndpoint } from '@tandem/domain/webhooks/endpoints/webhook-endpoint';
import { WebhookEndpoints } from '@tandem/domain/webhooks/endpoints/webhook-endpoints.port';
import { Seal } from '@tandem/platform/secrets/seal';
import { storeContract } from '@tandem/testing/store-contract';
import { SqlWebhookAttempts, SqlWebhookDeliveries } from './sql-webhook-deliveries.js';

async function newDelivery(sequence: number, get: Container['get']): Promise<WebhookDelivery> {
  const { id: endpointId } = await get(WebhookEndpoints).add(
    new WebhookEndpoint({ url: 'https://example.com' }, get(Seal)),
  );
  return new WebhookDelivery({ endpointId, eventId: newId(), eventType: 'task.created', sequence });
}

const refused = {
  error: 'non_2xx',
  httpStatus: 500,
  responseTimeMs: 12,
  responseBody: null,
  retryAfterSeconds: null,
} as const;

storeContract(SqlWebhookDeliveries, {
  make: newDelivery,
  change: (delivery) => delivery.tried(refused, { schedule: [0], now: new Date(), random: 0 }),
  tells: { added: [], changed: ['webhook_delivery.exhausted'] },
});

storeContract(SqlWebhookAttempts, {
  async make(number, get) {
    const { id: deliveryId } = await get(WebhookDeliveries).add(await newDelivery(number, get));
    return new WebhookAttempt({ deliveryId, number });
  },
  change: (attempt) => attempt.finish(refused, new Date()),
});
