import { needing } from '../../core/use-case.js';
import { Next } from '../../core/happened.js';
import { Transaction } from '../../core/transaction.js';
import { WebhookDeliveries } from './webhook-deliveries.port.js';
import { WebhookEndpoints } from '../endpoints/webhook-endpoints.port.js';

/**
 * Gives an endpoint that the product had disabled, and that was enabled again, what it missed: a part of it, and where more is left
 * it says so. The endpoint remembers that it is behind until it has caught up, and a sweep comes back to it.
 */
export class DeliverMissed extends needing({
  transaction: Transaction,
  endpoints: WebhookEndpoints,
  deliveries: WebhookDeliveries,
}) {
  run({ resourceId }: { resourceId: string }): Promise<Next[]> {
    return this.transaction.run(() => this.catchUp(resourceId));
  }

  private async catchUp(endpointId: string): Promise<Next[]> {
    const { isEnabled, missedSince } = (await this.endpoints.find(endpointId)) ?? {};
    if (!isEnabled || !missedSince || !(await this.endpoints.beginCatchingUp(endpointId))) return [];
    const since = await this.deliveries.oldestMissed(endpointId, missedSince);
    const { hasMore } = await this.deliveries.recover({ since, endpointId });
    const now = new Date();
    const deliver = new Next('DeliverDue', { endpointId }, now);
    const isBehind =
      hasMore || (await this.endpoints.change(endpointId, (found) => found.caughtUp(missedSince))).missedSince;
    return isBehind ? [deliver, new Next('DeliverMissed', { resourceId: endpointId }, now)] : [deliver];
  }
}
