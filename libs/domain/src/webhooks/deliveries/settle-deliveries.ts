import { clock } from '../../core/clock.js';
import { needing } from '../../core/use-case.js';
import { Transaction } from '../../core/transaction.js';
import { EndpointLifecycle } from '../endpoints/endpoint-lifecycle.service.js';
import { WebhookTerms } from '../webhook-terms.port.js';
import { type Claim, DeliveryClaims, type Settled } from './delivery-claims.port.js';

interface Outcomes extends Settled {
  claim: Claim;
  /** Whether the endpoint's last try before these succeeded. */
  wasHealthy: boolean;
}

/** Stores answers, and what follows from them for deliveries and endpoint; false when the claim no longer held all of the deliveries. */
export class SettleDeliveries extends needing({
  transaction: Transaction,
  lifecycle: EndpointLifecycle,
  claims: DeliveryClaims,
  terms: WebhookTerms,
}) {
  run({ claim, wasHealthy, ...settled }: Outcomes): Promise<boolean> {
    const now = clock.now();
    const { retrySchedule: schedule } = this.terms;
    const settle = () =>
      this.claims.settle(claim, settled, (delivery, answer) =>
        delivery.tried(answer, { schedule, now, random: Math.random() }),
      );
    const counted = settled.tried.filter(({ answer }) => answer.error !== 'worker_lost');
    // A success says nothing new of an endpoint that was healthy before.
    const isNews = !wasHealthy || counted.some(({ answer }) => answer.error);
    if (counted.length === 0 || !isNews) return settle();
    return this.transaction.run(async () => {
      const areHeld = await settle();
      await this.lifecycle.judge(claim.endpoint.id, counted, now);
      return areHeld;
    });
  }
}
