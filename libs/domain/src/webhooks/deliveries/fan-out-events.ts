import { needing } from '../../core/use-case.js';
import { FollowUp } from '../../core/events/follow-up.js';
import type { EventRange } from '../../core/events/happened.js';
import { Transaction } from '../../core/transaction.js';
import { DeliverDue } from './deliver-due.js';
import { WebhookDeliveries } from './webhook-deliveries.port.js';
import { WebhookEndpoints } from '../endpoints/webhook-endpoints.port.js';
import { WebhookTerms } from '../webhook-terms.port.js';

/** Creates the deliveries of new events. */
export class FanOutEvents extends needing({
  transaction: Transaction,
  endpoints: WebhookEndpoints,
  deliveries: WebhookDeliveries,
  terms: WebhookTerms,
}) {
  async run({ from, to }: EventRange): Promise<FollowUp[]> {
    const endpointIds = await this.transaction.run(async () => {
      // Called before the fan-out to keep disabled endpoints from being enabled meanwhile, and after it for those disabled meanwhile.
      await this.endpoints.missFrom({ from, to });
      const found = await this.deliveries.fanOut({ from, to }, this.terms.retrySchedule[0] ?? 0);
      await this.endpoints.missFrom({ from, to });
      return found;
    });
    return endpointIds.map((endpointId) => new FollowUp(DeliverDue, { endpointId }));
  }
}
