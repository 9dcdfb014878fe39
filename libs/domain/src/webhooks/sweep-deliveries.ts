import { Next } from '../core/happened.js';
import { DeliveryClaims } from './delivery-claims.port.js';

/** Finds what is due and nobody was told of: deliveries the queue forgot, a vanished worker left behind, or a caller asked for. */
export class SweepDeliveries {
  static needs = [DeliveryClaims] as const;

  constructor(private readonly claims: DeliveryClaims) {}

  async run(): Promise<Next[]> {
    const due = await this.claims.dueAcrossTenants();
    // The instant makes each wake-up a new one: the queue would refuse to wake twice for the same.
    const now = new Date();
    return due.map(({ tenantId, endpointId }) => new Next('DeliverDue', { endpointId }, now, tenantId));
  }
}
