import { uses } from '../../core/use-case.js';
import { FollowUp } from '../../core/events/follow-up.js';
import { inEachTenant } from '../../core/scope.js';
import { WebhookEndpoints } from '../endpoints/webhook-endpoints.port.js';
import { DeliverDue } from './deliver-due.js';
import { DeliverMissed } from './deliver-missed.js';
import { DueDeliveries } from './due-deliveries.port.js';

/** Finds due deliveries that no worker has leased, and endpoints that have not caught up yet. */
export class SweepDeliveries extends uses({ due: DueDeliveries, endpoints: WebhookEndpoints }) {
  async run(): Promise<FollowUp[]> {
    const due = await this.due.dueAcrossTenants();
    const behind = await this.endpoints.behindAcrossTenants();
    return [
      ...(await inEachTenant(due, () => new FollowUp(DeliverDue, {}))),
      ...(await inEachTenant(behind, ({ id }) => new FollowUp(DeliverMissed, { resourceId: id }))),
    ];
  }
}
