import type { Container } from '@tandem/platform/feature/container';
import { newId } from '@tandem/domain/core/id';
import { WebhookDeliveries } from '@tandem/domain/webhooks/deliveries/webhook-deliveries.port';
import { WebhookDelivery } from '@tandem/domain/webhooks/deliveries/webhook-delivery';
import { WebhookEndpoint } from '@tandem/domain/webhooks/endpoints/webhook-endpoint';
import { WebhookEndpoints } from '@tandem/domain/webhooks/endpoints/webhook-endpoints.port';
import { Seal } from '@tandem/platform/secrets/seal';
import { readerContract } from '@tandem/testing/reader-contract';
import { storeContract } from '@tandem/testing/store-contract';
import { attemptColumns, attemptValues } from './delivery-transitions.js';
import { SqlWebhookAttempts } from './sql-webhook-attempts.js';
import { SqlWebhookDeliveries } from './sql-webhook-deliveries.js';

async function newDelivery(sequence: number, get: Container['get']): Promise<WebhookDelivery> {
  const { id: endpointId } = await get(WebhookEndpoints).add(
    new WebhookEndpoint({ url: 'https://example.com' }, get(Seal)),
  );
  return new WebhookDelivery({ endpointId, eventId: newId(), eventType: 'task.created', sequence });
}

const refused = {
  error: 'non_2xx',
  isBodyBroken: false,
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

readerContract(SqlWebhookAttempts, {
  /** First ones and later ones. */
  async add(number, { get, query }) {
    const { id, tenantId } = await get(WebhookDeliveries).add(await newDelivery(number, get));
    const text =
      number % 2
        ? 'update webhook_deliveries set first_began_at = now() where tenant_id = $1 and id = $2 returning id'
        : `insert into webhook_attempts (${attemptColumns}) values (${attemptValues('$2', '2')}) returning id`;
    return (await query<{ id: string }>(text, [tenantId, id]))[0]!;
  },
  filters: { deliveryId: newId() },
});
