import { needing } from '../core/use-case.js';
import { Next } from '../core/events/happened.js';
import { Subscriptions } from '../core/events/subscriptions.js';

/** Wakes subscriptions whose work nobody came to: the queue lost it, or a worker vanished. */
export class SweepSubscriptions extends needing({ subscriptions: Subscriptions }) {
  async run(): Promise<Next[]> {
    const overlooked = await this.subscriptions.overlookedAcrossTenants();
    return overlooked.map(({ subscription, tenantId }) => new Next(subscription, null, null, tenantId));
  }
}
