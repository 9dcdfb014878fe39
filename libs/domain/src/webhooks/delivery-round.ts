import type { Claim, Claimed, Tried } from './delivery-claims.port.js';
import { SettleTries } from './settle-tries.js';
import { webhookBody } from './webhook-body.js';
import { type Answer, unsent } from './webhook-delivery.js';
import type { WebhookEndpoint } from './webhook-endpoint.js';
import { WebhookEndpoints } from './webhook-endpoints.port.js';
import { WebhookSender } from './webhook-sender.port.js';

/** Sends all of a claim at once, outside any transaction, and has it settled. */
export class DeliveryRound {
  static needs = [WebhookEndpoints, WebhookSender, SettleTries] as const;

  constructor(
    private readonly endpoints: WebhookEndpoints,
    private readonly sender: WebhookSender,
    private readonly settle: SettleTries,
  ) {}

  async make(claim: Claim): Promise<void> {
    const found = await this.endpoints.find(claim.endpointId);
    // Whoever aimed it elsewhere since may not be told the same: the next claim asks again.
    const endpoint = found?.memberId === claim.memberId ? found : undefined;
    const inOrderOfAnswers: Tried[] = [];
    await Promise.all(
      claim.taken.map(async (claimed) => {
        const answer = endpoint ? await this.send(endpoint, claimed) : unsent;
        inOrderOfAnswers.push({ ...claimed, answer });
      }),
    );
    await this.settle.run(claim, inOrderOfAnswers);
  }

  private send(endpoint: WebhookEndpoint, { deliveryId, attempt, event }: Claimed): Promise<Answer> {
    return this.sender.send({ endpoint, deliveryId, attempt, eventId: event.id, body: webhookBody(event) });
  }
}
