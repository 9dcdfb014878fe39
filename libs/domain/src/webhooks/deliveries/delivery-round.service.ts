import { needing } from '../../core/use-case.js';
import { Transaction } from '../../core/transaction.js';
import { type Claim, type Claimed, DeliveryClaims, type Tried } from './delivery-claims.port.js';
import type { Verdict } from '../endpoints/endpoint-health.js';
import { EndpointHealths } from '../endpoints/endpoint-healths.port.js';
import { Settlement } from './settlement.js';
import { webhookBody } from '../webhook-body.js';
import { type Answer, unsent } from './webhook-delivery.js';
import type { WebhookEndpoint } from '../endpoints/webhook-endpoint.js';
import { WebhookEndpoints } from '../endpoints/webhook-endpoints.port.js';
import { WebhookSender } from '../webhook-sender.port.js';
import { WebhookTerms } from '../webhook-terms.port.js';

/** Sends all of a claim at once, outside any transaction, and stores what became of it with everything that follows. */
export class DeliveryRound extends needing({
  transaction: Transaction,
  endpoints: WebhookEndpoints,
  healths: EndpointHealths,
  claims: DeliveryClaims,
  sender: WebhookSender,
  terms: WebhookTerms,
}) {
  async make(claim: Claim): Promise<void> {
    const found = await this.endpoints.find(claim.endpointId);
    // Whoever aimed it elsewhere since may not be told the same, and nobody where it was disabled: the next claim asks again.
    const endpoint = found?.isEnabled && found.memberId === claim.memberId ? found : undefined;
    const settlement = new Settlement(claim, (of, tried) => this.settle(of, tried));
    const send = async (claimed: Claimed) =>
      settlement.add({ ...claimed, answer: endpoint ? await this.send(endpoint, claimed) : unsent });
    await Promise.all(claim.taken.map(send));
    await settlement.end();
  }

  private send(endpoint: WebhookEndpoint, { deliveryId, attempt, event }: Claimed): Promise<Answer> {
    return this.sender.send({ endpoint, deliveryId, attempt, eventId: event.id, body: webhookBody(event) });
  }

  private settle(claim: Claim, tried: readonly Tried[]): Promise<void> {
    const now = new Date();
    const { retrySchedule: schedule } = this.terms;
    return this.transaction.run(async () => {
      const verdict = await this.judge(claim, tried, now);
      await this.claims.settle(claim, tried, (delivery, answer) =>
        delivery.tried(answer, { schedule, now, random: Math.random() }),
      );
      if (verdict === 'none' || !(await this.endpoints.find(claim.endpointId))) return;
      await this.endpoints.change(claim.endpointId, (endpoint) => endpoint.heed(verdict));
    });
  }

  /** Counts the tries; of a healthy endpoint that stays so, nothing is written. */
  private async judge({ endpointId, isHealthy }: Claim, tried: readonly Tried[], now: Date): Promise<Verdict> {
    const counted = tried.filter(({ answer }) => answer.error !== 'worker_lost');
    if (counted.length === 0 || (isHealthy && counted.every(({ answer }) => !answer.error))) return 'none';
    let verdict: Verdict = 'none';
    await this.healths.change(endpointId, (health) => void (verdict = health.judge(counted, now)));
    return verdict;
  }
}
