import { needing } from '../../core/use-case.js';
import { Sealer } from '../../core/sealer.js';
import type { WebhookEndpoint } from './webhook-endpoint.js';
import { WebhookEndpoints } from './webhook-endpoints.port.js';

const dayInSeconds = 86_400;

export class RotateWebhookSecret extends needing({ endpoints: WebhookEndpoints, sealer: Sealer }) {
  run({ id, gracePeriodSeconds: grace = dayInSeconds }: { id: string; gracePeriodSeconds?: number }) {
    return this.endpoints.change(id, (endpoint: WebhookEndpoint) => endpoint.rotateSecret(grace, this.sealer));
  }
}
