import { Next } from '../core/happened.js';
import { WebhookDeliveries } from './webhook-deliveries.port.js';
import { WebhookEndpoints } from './webhook-endpoints.port.js';

/** Gives an endpoint that the product had disabled, and that was enabled again, what it missed. */
export class DeliverMissed {
  static needs = [WebhookEndpoints, WebhookDeliveries] as const;

  constructor(
    private readonly endpoints: WebhookEndpoints,
    private readonly deliveries: WebhookDeliveries,
  ) {}

  async run({ resourceId: endpointId }: { resourceId: string }): Promise<Next[]> {
    const endpoint = await this.endpoints.find(endpointId);
    if (!endpoint?.isEnabled || !endpoint.missedSince) return [];
    const since = await this.deliveries.oldestMissed(endpointId, endpoint.missedSince);
    while ((await this.deliveries.recover({ since, endpointId })).hasMore);
    await this.endpoints.change(endpointId, (found) => found.caughtUp());
    return [new Next('DeliverDue', { endpointId }, new Date())];
  }
}
