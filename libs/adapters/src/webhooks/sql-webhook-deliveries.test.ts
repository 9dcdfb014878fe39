import { newId } from '@tandem/domain/core/id';
import { WebhookAttempt } from '@tandem/domain/webhooks/webhook-attempt';
import { unsent, WebhookDelivery } from '@tandem/domain/webhooks/webhook-delivery';
import { WebhookEndpoint } from '@tandem/domain/webhooks/webhook-endpoint';
import { Seal } from '@tandem/platform/secrets/seal';
import { asTenant } from '@tandem/testing/as-tenant';
import { storeContract } from '@tandem/testing/store-contract';
import { openTwoTenants } from '@tandem/testing/two-tenants';
import { SqlWebhookAttempts } from './sql-webhook-attempts.js';
import { SqlWebhookDeliveries } from './sql-webhook-deliveries.js';
import { SqlWebhookEndpoints } from './sql-webhook-endpoints.js';

async function openDeliveries() {
  const { database, ours, theirs, happened, close } = await openTwoTenants();
  const endpoints = new SqlWebhookEndpoints(database, new Seal(Buffer.alloc(32, 7)));
  const endpoint = () => endpoints.add(new WebhookEndpoint({ url: 'https://example.com' }));
  const { id: endpointId } = await asTenant(ours.tenantId, endpoint);
  const deliveries = new SqlWebhookDeliveries(database);
  const make = (sequence: number) =>
    new WebhookDelivery({ endpointId, eventId: newId(), eventType: 'task.created', sequence });
  const tenants = [ours.tenantId, theirs.tenantId] as const;
  return { database, deliveries, make, stand: { tenants, happened, close } };
}

const refused = { ...unsent, error: 'non_2xx', httpStatus: 500 } as const;

storeContract(
  'SqlWebhookDeliveries',
  async () => {
    const { deliveries, make, stand } = await openDeliveries();
    return { ...stand, store: deliveries, make, tells: { added: [], changed: ['webhook_delivery.exhausted'] } };
  },
  (delivery) => delivery.tried(refused, { schedule: [0], now: new Date(), random: 0 }),
);

storeContract(
  'SqlWebhookAttempts',
  async () => {
    const { database, deliveries, make, stand } = await openDeliveries();
    const { id: deliveryId } = await asTenant(stand.tenants[0], () => deliveries.add(make(1)));
    return {
      ...stand,
      store: new SqlWebhookAttempts(database),
      make: (number: number) => Object.assign(new WebhookAttempt(), { deliveryId, number }),
      tells: { added: [], changed: [] },
    };
  },
  (attempt) => void Object.assign(attempt, { finishedAt: new Date(), httpStatus: 200, responseTimeMs: 12 }),
);
