import { needing } from '../../core/use-case.js';
import { FollowUp } from '../../core/events/follow-up.js';
import type { EventRange } from '../../core/events/happened.js';
import { Transaction } from '../../core/transaction.js';
import { DeliverDue } from './deliver-due.js';
import { DirectDelivery } from './direct-delivery.service.js';
import { type FannedOut, WebhookDeliveries } from './webhook-deliveries.port.js';
import { WebhookEndpoints } from '../endpoints/webhook-endpoints.port.js';

/** Creates the deliveries of new events, and has those sent at once that this process can send. */
export class FanOutEvents extends needing({
  transaction: Transaction,
  endpoints: WebhookEndpoints,
  deliveries: WebhookDeliveries,
  direct: DirectDelivery,
}) {
  untilReady(): Promise<number> {
    return this.direct.untilRoom();
  }

  async run(range: EventRange): Promise<FollowUp[]> {
    const { endpointIds, claims } = await this.transaction.run(() => this.fanOut(range));
    return [
      ...endpointIds.map((endpointId) => new FollowUp(DeliverDue, { endpointId })),
      // Somebody looks for what is given back of it, or has to be tried again.
      ...claims.map(({ endpoint }) => new FollowUp(DeliverDue, { endpointId: endpoint.id, isSentTo: true })),
    ];
  }

  private async fanOut({ from, to }: EventRange): Promise<FannedOut> {
    // Called before the fan-out to keep disabled endpoints from being enabled meanwhile, and after it for those disabled meanwhile.
    await this.endpoints.missFrom({ from, to });
    const receivers = await this.direct.receivers();
    const made = await this.deliveries.fanOut({ from, to }, this.direct.firstWaitSeconds, receivers);
    const fannedOut = await this.direct.readable(made);
    await this.endpoints.missFrom({ from, to });
    this.transaction.afterCommit(() => this.direct.send(fannedOut));
    return fannedOut;
  }
}
