import { uses } from '../../core/use-case.js';
import { FollowUp } from '../../core/events/follow-up.js';
import type { EventRange } from '../../core/events/happened.js';
import { Transaction } from '../../core/transaction.js';
import { WebhookEndpoints } from '../endpoints/webhook-endpoints.port.js';
import { WebhookTerms } from '../webhook-terms.port.js';
import { DeliverDue } from './deliver-due.js';
import { WebhookDeliveries } from './webhook-deliveries.port.js';

export class FanOutEvents extends uses({
  transaction: Transaction,
  endpoints: WebhookEndpoints,
  deliveries: WebhookDeliveries,
  terms: WebhookTerms,
}) {
  async run(range: EventRange): Promise<FollowUp[]> {
    const created = await this.transaction.run(() => this.fanOut(range));
    return created > 0 ? [new FollowUp(DeliverDue, {})] : [];
  }

  /** Endpoints miss the events if they were disabled before, or are disabled while the deliveries are created. */
  private async fanOut(range: EventRange): Promise<number> {
    await this.endpoints.missFrom(range);
    const created = await this.deliveries.fanOut(range, this.terms.retrySchedule[0] ?? 0);
    await this.endpoints.missFrom(range);
    return created;
  }
}
