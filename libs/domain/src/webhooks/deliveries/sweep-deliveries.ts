import { needing } from '../../core/use-case.js';
import { FollowUp } from '../../core/events/follow-up.js';
import { inEachTenant } from '../../core/scope.js';
import { DeliverDue } from './deliver-due.js';
import { DeliverMissed } from './deliver-missed.js';
import { DeliveryClaims } from './delivery-claims.port.js';
import { WebhookEndpoints } from '../endpoints/webhook-endpoints.port.js';

/**
 * Finds due deliveries that no worker was told of: those the queue lost, a vanished worker left behind, or a caller asked for;
 * and endpoints that have not caught up yet.
 */
export class SweepDeliveries extends needing({ claims: DeliveryClaims, endpoints: WebhookEndpoints }) {
  async run(): Promise<FollowUp[]> {
    const due = await this.claims.dueAcrossTenants();
    const behind = await this.endpoints.behindAcrossTenants();
    return [
      ...(await inEachTenant(due, ({ id }) => new FollowUp(DeliverDue, { endpointId: id }))),
      ...(await inEachTenant(behind, ({ id }) => new FollowUp(DeliverMissed, { resourceId: id }))),
    ];
  }
}
