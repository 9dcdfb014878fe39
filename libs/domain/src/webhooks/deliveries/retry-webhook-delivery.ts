import { clock } from '../../core/clock.js';
import { uses } from '../../core/use-case.js';
import { Transaction } from '../../core/transaction.js';
import { WebhookDeliveries } from './webhook-deliveries.port.js';
import type { WebhookDelivery } from './webhook-delivery.js';
import { WebhookEndpoints } from '../endpoints/webhook-endpoints.port.js';

export class RetryWebhookDelivery extends uses({
  transaction: Transaction,
  deliveries: WebhookDeliveries,
  endpoints: WebhookEndpoints,
}) {
  run({ id }: { id: string }): Promise<WebhookDelivery> {
    return this.transaction.run(async () => {
      const { endpointId } = await this.deliveries.one(id);
      // The lock prevents a concurrent disabling or deletion, which would not see that the delivery is open again.
      const endpoint = await this.endpoints.lockShared(endpointId);
      await this.deliveries.sendSoon();
      return this.deliveries.change(id, (delivery) => delivery.retry(endpoint, clock.now()));
    });
  }
}
