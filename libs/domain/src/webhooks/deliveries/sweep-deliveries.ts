import { needing } from '../../core/use-case.js';
import { Next } from '../../core/events/happened.js';
import { DeliveryClaims } from './delivery-claims.port.js';
import { WebhookEndpoints } from '../endpoints/webhook-endpoints.port.js';

/**
 * Finds due deliveries that no worker was told of: those the queue lost, a vanished worker left behind, or a caller asked for;
 * and endpoints that have not caught up yet.
 */
export class SweepDeliveries extends needing({ claims: DeliveryClaims, endpoints: WebhookEndpoints }) {
  async run(): Promise<Next[]> {
    const due = (await this.claims.dueAcrossTenants()).map(
      ({ tenantId, id }) => new Next('DeliverDue', { endpointId: id }, null, tenantId),
    );
    const behind = (await this.endpoints.behindAcrossTenants()).map(
      ({ tenantId, id }) => new Next('DeliverMissed', { resourceId: id }, null, tenantId),
    );
    return [...due, ...behind];
  }
}
