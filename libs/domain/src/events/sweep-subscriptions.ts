import { uses } from '../core/use-case.js';
import { FollowUp } from '../core/events/follow-up.js';
import { inEachTenant } from '../core/scope.js';
import { Subscriptions } from '../core/events/subscriptions.js';

/** Wakes subscriptions with overdue work after the queue lost a job or a worker died. */
export class SweepSubscriptions extends uses({ subscriptions: Subscriptions }) {
  async run(): Promise<FollowUp[]> {
    const overlooked = await this.subscriptions.overlookedAcrossTenants();
    return inEachTenant(overlooked, ({ subscription }) => new FollowUp(subscription, null));
  }
}
