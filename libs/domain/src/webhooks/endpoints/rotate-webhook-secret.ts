import { clock } from '../../core/clock.js';
import { uses } from '../../core/use-case.js';
import { daySeconds } from '../../core/durations.js';
import { Sealer } from '../../core/sealer.js';
import type { WebhookEndpoint } from './webhook-endpoint.js';
import { WebhookEndpoints } from './webhook-endpoints.port.js';

export class RotateWebhookSecret extends uses({ endpoints: WebhookEndpoints, sealer: Sealer }) {
  run({ id, gracePeriodSeconds: grace = daySeconds }: { id: string; gracePeriodSeconds?: number }) {
    const rotate = (endpoint: WebhookEndpoint) => endpoint.rotateSecret(grace, this.sealer, clock.now());
    return this.endpoints.change(id, rotate);
  }
}
