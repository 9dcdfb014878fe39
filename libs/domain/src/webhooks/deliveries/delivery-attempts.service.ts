import { clock } from '../../core/clock.js';
import { Transaction } from '../../core/transaction.js';
import { uses } from '../../core/use-case.js';
import { EndpointLifecycle } from '../endpoints/endpoint-lifecycle.service.js';
import type { WebhookMessage } from '../webhook-sender.port.js';
import { WebhookTerms } from '../webhook-terms.port.js';
import { DeliveredContents } from './delivered-contents.service.js';
import { type Attempted, type Claim, DueDeliveries } from './due-deliveries.port.js';
import { WebhookDeliveries } from './webhook-deliveries.port.js';

/** Begins the attempts of the tenant's due deliveries and stores their outcomes. */
export class DeliveryAttempts extends uses({
  transaction: Transaction,
  due: DueDeliveries,
  deliveries: WebhookDeliveries,
  contents: DeliveredContents,
  lifecycle: EndpointLifecycle,
  terms: WebhookTerms,
}) {
  /** Claims for all endpoints of the tenant, by the current rights of their owners. */
  async start(): Promise<Claim> {
    const addressees = await this.lifecycle.addressees();
    const { messages, hasMore } = await this.due.claim(addressees);
    return { messages: await this.contents.readable(messages, addressees), hasMore };
  }

  renew(messages: readonly WebhookMessage[]): Promise<void> {
    return this.due.renew(messages);
  }

  finish(attempted: readonly Attempted[]): Promise<void> {
    return this.transaction.run(async () => {
      const failing = await this.due.finish(attempted);
      await this.reschedule(attempted.filter(({ result }) => result.error));
      await this.judgeEndpoints(attempted, failing);
    });
  }

  untilNext(): Promise<number | null> {
    return this.due.untilNext();
  }

  private async reschedule(failures: readonly Attempted[]): Promise<void> {
    if (failures.length === 0) return;
    const byId = new Map(failures.map((one) => [one.deliveryId, one]));
    const now = clock.now();
    await this.deliveries.changeEach({ ids: [...byId.keys()] }, (delivery) => {
      const { attempt, result } = byId.get(delivery.id)!;
      delivery.failed(attempt, result, { schedule: this.terms.retrySchedule, now, random: Math.random() });
    });
  }

  /** The success of a healthy endpoint changes nothing. In the order in which a recovery locks the healths. */
  private async judgeEndpoints(attempted: readonly Attempted[], failing: readonly string[]): Promise<void> {
    const counted = attempted.filter(({ result }) => result.error !== 'worker_lost');
    for (const id of [...new Set(counted.map(({ endpoint }) => endpoint.id))].sort()) {
      const attempts = counted.filter(({ endpoint }) => endpoint.id === id);
      if (failing.includes(id) || attempts.some(({ result }) => result.error))
        await this.lifecycle.judge(id, attempts, clock.now());
    }
  }
}
