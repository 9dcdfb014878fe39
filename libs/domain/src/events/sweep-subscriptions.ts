import { needing } from '../core/use-case.js';
import { Next } from '../core/happened.js';
import { Subscriptions } from '../core/subscriptions.js';

/** Wakes what an event started and nobody has come to: the queue forgot it, or a worker vanished. */
export class SweepSubscriptions extends needing({ subscriptions: Subscriptions }) {
  async run(): Promise<Next[]> {
    const overlooked = await this.subscriptions.overlookedAcrossTenants();
    return overlooked.map(({ subscription, tenantId }) => new Next(subscription, null, null, tenantId));
  }
}
