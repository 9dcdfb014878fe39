import { setTimeout as pause } from 'node:timers/promises';
import { DomainError } from '../../core/errors.js';
import { needing } from '../../core/use-case.js';
import { Transaction } from '../../core/transaction.js';
import { type Claim, type Claimed, DeliveryClaims, type Tried } from './delivery-claims.port.js';
import type { Verdict } from '../endpoints/endpoint-health.js';
import { EndpointHandover } from '../endpoints/endpoint-handover.service.js';
import { webhookBody } from '../webhook-body.js';
import { type Answer, unsent } from './webhook-delivery.js';
import type { WebhookEndpoint } from '../endpoints/webhook-endpoint.js';
import { WebhookEndpoints } from '../endpoints/webhook-endpoints.port.js';
import { WebhookSender } from '../webhook-sender.port.js';
import { WebhookTerms } from '../webhook-terms.port.js';

/** A round that is answered at once is settled at once; a slow one settles meanwhile what it has. */
const soonMillis = 10;
const firstPauseMillis = 100;
const longestPauseMillis = 1000;
const patienceMillis = 60_000;

/** Sends all deliveries of a claim at once, outside any transaction, and stores the outcomes with their consequences. */
export class DeliveryRound extends needing({
  transaction: Transaction,
  endpoints: WebhookEndpoints,
  handover: EndpointHandover,
  claims: DeliveryClaims,
  sender: WebhookSender,
  terms: WebhookTerms,
}) {
  async make(claim: Claim): Promise<void> {
    const found = await this.endpoints.find(claim.endpointId);
    // The endpoint may have got another address or been disabled since: the next claim looks again.
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
      await this.handover.change(claim.endpointId, (endpoint) => endpoint.heed(verdict));
    });
  }

  /** Counts the tries; a healthy endpoint that stays healthy needs no write. */
  private async judge({ endpointId, isHealthy }: Claim, tried: readonly Tried[], now: Date): Promise<Verdict> {
    const counted = tried.filter(({ answer }) => answer.error !== 'worker_lost');
    if (counted.length === 0 || (isHealthy && counted.every(({ answer }) => !answer.error))) return 'none';
    return this.handover.judge(endpointId, counted, now);
  }
}

/**
 * Stores answers as they come in: what is answered and not stored when the process is killed is sent again. A database that is
 * away is waited for, since the claim's lease is kept meanwhile.
 */
class Settlement {
  private waiting: Tried[] = [];
  private timer: NodeJS.Timeout | undefined;
  private settled: Promise<void> = Promise.resolve();

  constructor(
    private claim: Claim,
    private readonly store: (claim: Claim, tried: readonly Tried[]) => Promise<void>,
  ) {}

  add(tried: Tried): void {
    this.waiting.push(tried);
    this.timer ??= setTimeout(() => this.flush(), soonMillis);
  }

  /** Settles the rest; rejects when something could not be stored. */
  async end(): Promise<void> {
    this.flush();
    await this.settled;
  }

  private flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const tried = this.waiting.splice(0);
    if (tried.length) this.settled = this.settled.then(() => this.patiently(tried));
    this.settled.catch(() => undefined); // whoever ends it is told
  }

  private async patiently(tried: readonly Tried[]): Promise<void> {
    const until = Date.now() + patienceMillis;
    for (let millis = firstPauseMillis; ; millis = Math.min(longestPauseMillis, 2 * millis)) {
      try {
        await this.store(this.claim, tried);
        // Once one try failed, the next success is news.
        if (tried.some(({ answer }) => answer.error)) this.claim = { ...this.claim, isHealthy: false };
        return;
      } catch (error) {
        const isAway = error instanceof DomainError && error.kind === 'unavailable';
        if (!isAway || Date.now() > until) throw error;
        await pause(millis);
      }
    }
  }
}
