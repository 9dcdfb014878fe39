import { uses } from '../../core/use-case.js';
import { FollowUp } from '../../core/events/follow-up.js';
import { Transaction } from '../../core/transaction.js';
import { DeliverDue } from './deliver-due.js';
import { WebhookDeliveries } from './webhook-deliveries.port.js';
import { WebhookEndpoints } from '../endpoints/webhook-endpoints.port.js';

/** Makes events that an endpoint missed while disabled due again, in batches; a sweep continues after a crash. */
export class DeliverMissed extends uses({
  transaction: Transaction,
  endpoints: WebhookEndpoints,
  deliveries: WebhookDeliveries,
}) {
  run({ resourceId }: { resourceId: string }): Promise<FollowUp[]> {
    return this.transaction.run(() => this.catchUp(resourceId));
  }

  private async catchUp(endpointId: string): Promise<FollowUp[]> {
    const endpoint = await this.endpoints.find(endpointId);
    if (!endpoint?.isBehind || !(await this.endpoints.startCatchingUp(endpointId))) return [];
    const since = await this.deliveries.oldestMissed(endpointId, endpoint.missedSince!);
    // A fan-out that began while the endpoint was disabled creates nothing for it and may commit after this.
    const { hasMore } = await this.deliveries.recover({ since, endpointId, withAwaited: true });
    const deliver = new FollowUp(DeliverDue, {});
    const isBehind = hasMore || !(await this.endpoints.caughtUp(endpoint));
    return isBehind ? [deliver, new FollowUp(DeliverMissed, { resourceId: endpointId })] : [deliver];
  }
}
