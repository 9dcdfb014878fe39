import { needing } from '../../core/use-case.js';
import { Stopping } from '../../core/stopping.js';
import { Transaction } from '../../core/transaction.js';
import { EndpointLifecycle } from '../endpoints/endpoint-lifecycle.service.js';
import { webhookBody } from '../webhook-body.js';
import { WebhookSender } from '../webhook-sender.port.js';
import { WebhookTerms } from '../webhook-terms.port.js';
import { type Claim, type Claimed, DeliveryClaims, type Settled } from './delivery-claims.port.js';
import { OpenClaim } from './open-claim.js';
import { SendingLine } from './sending-line.js';
import { Settlement } from './settlement.js';
import type { Answer } from './webhook-delivery.js';

/**
 * Why no more was sent: the endpoint may have nothing or is seen to already, it or its tenant is sent as much as it may have at a
 * time, or nothing else was due or the time was up.
 */
type Rest = 'unwanted' | 'held back' | 'through';

/** Sends an endpoint's deliveries, outside any transaction, and stores the outcomes with their consequences. */
export class DeliverySending extends needing({
  transaction: Transaction,
  lifecycle: EndpointLifecycle,
  claims: DeliveryClaims,
  sender: WebhookSender,
  terms: WebhookTerms,
  stopping: Stopping,
}) {
  /** The endpoints for which this process claims, each with whether it was asked to meanwhile. */
  private readonly claiming = new Map<string, boolean>();

  /** Claim after claim, until that instant in milliseconds of the epoch at most; resolves when all outcomes are stored. */
  async sendDue(endpointId: string, until: number): Promise<Rest> {
    if (this.claiming.has(endpointId)) {
      this.claiming.set(endpointId, true);
      return 'unwanted';
    }
    const line = new SendingLine({
      open: (claim) => this.open(claim),
      answerTo: (claim, one) => this.answerTo(claim, one),
      isStopping: () => this.stopping.signal.aborted,
    });
    try {
      return await this.feed(line, endpointId, until);
    } finally {
      this.claiming.delete(endpointId);
      await line.end();
    }
  }

  private async feed(line: SendingLine, endpointId: string, until: number): Promise<Rest> {
    while (!this.stopping.signal.aborted && Date.now() < until) {
      this.claiming.set(endpointId, false);
      const isAlone = line.held.length === 0;
      const addressee = await this.lifecycle.addressee(endpointId);
      if (!addressee) return 'unwanted';
      const claim = await this.claims.claim(addressee, line.most, line.held);
      line.take(claim);
      if (claim.hasMore) await line.runsLow();
      else if (!this.claiming.get(endpointId)) return isAlone && !claim.hasRoom ? 'held back' : 'through';
    }
    return 'through';
  }

  private open(claim: Claim): OpenClaim {
    const settlement = new Settlement(
      {
        store: (settled, isHealthy) => this.store(claim, settled, isHealthy),
        giveBack: (unsent, left) => this.claims.giveBack(claim, unsent, left),
      },
      claim.isHealthy,
      claim.taken.length,
    );
    return new OpenClaim(claim, settlement, this.claims.keep(claim));
  }

  private answerTo({ endpoint }: Claim, { deliveryId, attempt, event }: Claimed): Promise<Answer> {
    return this.sender.send({ endpoint, deliveryId, attempt, eventId: event.id, body: webhookBody(event) });
  }

  /** A success of a healthy endpoint is no news for its health. False when the claim no longer held all of them. */
  private store(claim: Claim, settled: Settled, isHealthy: boolean): Promise<boolean> {
    const now = new Date();
    const { retrySchedule: schedule } = this.terms;
    const settle = () =>
      this.claims.settle(claim, settled, (delivery, answer) =>
        delivery.tried(answer, { schedule, now, random: Math.random() }),
      );
    const counted = settled.tried.filter(({ answer }) => answer.error !== 'worker_lost');
    const isNews = !isHealthy || counted.some(({ answer }) => answer.error);
    if (counted.length === 0 || !isNews) return settle();
    return this.transaction.run(async () => {
      const areHeld = await settle();
      await this.lifecycle.judge(claim.endpoint.id, counted, now);
      return areHeld;
    });
  }
}
