import type { Claim, Claimed } from './delivery-claims.port.js';
import { SettleTries } from './settle-tries.js';
import { Settlement } from './settlement.js';
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
    // Whoever aimed it elsewhere since may not be told the same, and nobody where it was disabled: the next claim asks again.
    const endpoint = found?.isEnabled && found.memberId === claim.memberId ? found : undefined;
    const settlement = new Settlement(claim, (of, tried) => this.settle.run(of, tried));
    const send = async (claimed: Claimed) =>
      settlement.add({ ...claimed, answer: endpoint ? await this.send(endpoint, claimed) : unsent });
    await Promise.all(claim.taken.map(send));
    await settlement.end();
  }

  private send(endpoint: WebhookEndpoint, { deliveryId, attempt, event }: Claimed): Promise<Answer> {
    return this.sender.send({ endpoint, deliveryId, attempt, eventId: event.id, body: webhookBody(event) });
  }
}
