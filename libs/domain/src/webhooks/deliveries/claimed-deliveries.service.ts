import { needing } from '../../core/use-case.js';
import { Transaction } from '../../core/transaction.js';
import { EndpointLifecycle } from '../endpoints/endpoint-lifecycle.service.js';
import { WebhookTerms } from '../webhook-terms.port.js';
import { type Claim, DeliveryClaims, type Settled } from './delivery-claims.port.js';

/** Claims what an endpoint may be sent by the rights of its member, and judges deliveries and endpoint by the answers. */
export class ClaimedDeliveries extends needing({
  transaction: Transaction,
  lifecycle: EndpointLifecycle,
  claims: DeliveryClaims,
  terms: WebhookTerms,
}) {
  /** As `DeliveryClaims.claim`; undefined when the endpoint may be sent nothing. */
  async claim(endpointId: string, most: number, held: readonly Claim[]): Promise<Claim | undefined> {
    const addressee = await this.lifecycle.addressee(endpointId);
    return addressee && this.claims.claim(addressee, most, held);
  }

  /**
   * Stores answers, and what follows from them for deliveries and endpoint; a success says nothing new of an endpoint that was healthy
   * before. False when the claim no longer held all of the deliveries.
   */
  settle(claim: Claim, settled: Settled, wasHealthy: boolean): Promise<boolean> {
    const now = new Date();
    const { retrySchedule: schedule } = this.terms;
    const settle = () =>
      this.claims.settle(claim, settled, (delivery, answer) =>
        delivery.tried(answer, { schedule, now, random: Math.random() }),
      );
    const counted = settled.tried.filter(({ answer }) => answer.error !== 'worker_lost');
    const isNews = !wasHealthy || counted.some(({ answer }) => answer.error);
    if (counted.length === 0 || !isNews) return settle();
    return this.transaction.run(async () => {
      const areHeld = await settle();
      await this.lifecycle.judge(claim.endpoint.id, counted, now);
      return areHeld;
    });
  }
}
