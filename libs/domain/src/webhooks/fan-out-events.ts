import { type EventRange, Next } from '../core/happened.js';
import { WebhookDeliveries } from './webhook-deliveries.port.js';
import { WebhookTerms } from './webhook-terms.port.js';

/** Makes the deliveries of what happened. */
export class FanOutEvents {
  static needs = [WebhookDeliveries, WebhookTerms] as const;

  constructor(
    private readonly deliveries: WebhookDeliveries,
    private readonly terms: WebhookTerms,
  ) {}

  async run({ from, to }: EventRange): Promise<Next[]> {
    const endpointIds = await this.deliveries.fanOut({ from, to }, this.terms.retrySchedule[0] ?? 0);
    // Naming the range makes it other work than what is being done for the same endpoint just now.
    return endpointIds.map((endpointId) => new Next('DeliverDue', { endpointId, from, to }));
  }
}
