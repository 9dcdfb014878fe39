import { needing } from '../../core/use-case.js';
import { Stopping } from '../../core/stopping.js';
import { Transaction } from '../../core/transaction.js';
import { EndpointLifecycle } from '../endpoints/endpoint-lifecycle.service.js';
import { webhookBody } from '../webhook-body.js';
import { WebhookSender } from '../webhook-sender.port.js';
import { WebhookTerms } from '../webhook-terms.port.js';
import { type Claim, type Claimed, DeliveryClaims, mostAtOnce, type Tried } from './delivery-claims.port.js';
import { Settlement } from './settlement.js';
import type { Answer } from './webhook-delivery.js';

/** What has not begun by then is given back, so that a claim never outlives what is known of its endpoint. */
const patienceMillis = 1000;
/** A claim is to be sent in so long. */
const usualMillis = 500;
const mostClaimed = 200;

/** Sends the deliveries of a claim, outside any transaction, and stores the outcomes with their consequences. */
export class DeliverySending extends needing({
  transaction: Transaction,
  lifecycle: EndpointLifecycle,
  claims: DeliveryClaims,
  sender: WebhookSender,
  terms: WebhookTerms,
  stopping: Stopping,
}) {
  /**
   * Resolves to how many the next claim may take after one of at most `most`: up to twice as many where the endpoint keeps up, so
   * that fewer claims do the same work, else as many as are under way at once.
   */
  async send(claim: Claim, most: number): Promise<number> {
    if (claim.taken.length === 0) return mostAtOnce;
    const began = performance.now();
    const release = this.claims.keep(claim);
    const settlement = new Settlement((tried, isHealthy) => this.store(claim, tried, isHealthy), claim.isHealthy);
    try {
      await this.sendAll(claim, settlement);
      await settlement.end();
    } finally {
      release();
    }
    if (!settlement.isSuccess) return mostAtOnce;
    const atThisPace = Math.floor((claim.taken.length * usualMillis) / (performance.now() - began));
    return Math.max(mostAtOnce, Math.min(atThisPace, 2 * most, mostClaimed));
  }

  /** Ten at a time. What has not begun is given back when one fails or is slow, or when the claim or the process ends. */
  private async sendAll(claim: Claim, settlement: Settlement): Promise<void> {
    const waiting = [...claim.taken];
    const giveBack = () => {
      const unsent = waiting.splice(0);
      if (unsent.length > 0) settlement.do(() => this.claims.giveBack(claim, unsent));
    };
    const slot = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const answer = await this.answerTo(claim, next);
        const stored = settlement.add({ ...next, answer });
        if (answer.error || !settlement.isHeld || this.stopping.signal.aborted) giveBack();
        await stored;
      }
    };
    const timer = setTimeout(giveBack, patienceMillis);
    await Promise.all(Array.from({ length: mostAtOnce }, slot)).finally(() => clearTimeout(timer));
  }

  private answerTo({ endpoint }: Claim, { deliveryId, attempt, event }: Claimed): Promise<Answer> {
    return this.sender.send({ endpoint, deliveryId, attempt, eventId: event.id, body: webhookBody(event) });
  }

  /** A success of a healthy endpoint is no news for its health. False when the claim no longer held all of them. */
  private store(claim: Claim, tried: readonly Tried[], isHealthy: boolean): Promise<boolean> {
    const now = new Date();
    const { retrySchedule: schedule } = this.terms;
    const settle = () =>
      this.claims.settle(claim, tried, (delivery, answer) =>
        delivery.tried(answer, { schedule, now, random: Math.random() }),
      );
    const counted = tried.filter(({ answer }) => answer.error !== 'worker_lost');
    const isNews = !isHealthy || counted.some(({ answer }) => answer.error);
    if (counted.length === 0 || !isNews) return settle();
    return this.transaction.run(async () => {
      const areHeld = await settle();
      await this.lifecycle.judge(claim.endpoint.id, counted, now);
      return areHeld;
    });
  }
}
