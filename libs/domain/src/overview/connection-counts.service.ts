import { AppTools } from '../apps/apps.port.js';
import { clock } from '../core/clock.js';
import { dayMillis } from '../core/durations.js';
import { uses } from '../core/use-case.js';
import { WebhookDeliveries } from '../webhooks/deliveries/webhook-deliveries.port.js';
import { WebhookEndpoints } from '../webhooks/endpoints/webhook-endpoints.port.js';
import { type Counts, ifReadable, maxCounted } from './counts.js';

export class ConnectionCounts extends uses({
  deliveries: WebhookDeliveries,
  endpoints: WebhookEndpoints,
  tools: AppTools,
}) {
  /** `exhausted`: in the last 24 hours. */
  ofDeliveries(): Promise<Counts<'pending' | 'retrying' | 'exhausted'>> {
    const exhaustedSince = new Date(clock.millis() - dayMillis);
    const filters = {
      pending: { isPending: true },
      retrying: { isRetrying: true },
      exhausted: { exhaustedSince },
    } as const;
    return ifReadable('webhooks', () => this.deliveries.countEach(filters, maxCounted));
  }

  ofEndpoints(): Promise<Counts<'failing' | 'disabled'>> {
    const filters = { failing: { isFailing: true }, disabled: { isEnabled: false } } as const;
    return ifReadable('webhooks', () => this.endpoints.countEach(filters, maxCounted));
  }

  ofTools(): Promise<Counts<'quarantined'>> {
    return ifReadable('apps', () => this.tools.countEach({ quarantined: { isQuarantined: true } }, maxCounted));
  }
}
