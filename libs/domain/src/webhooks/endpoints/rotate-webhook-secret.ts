import { needing } from '../../core/use-case.js';
import type { WebhookEndpoint } from './webhook-endpoint.js';
import { WebhookEndpoints } from './webhook-endpoints.port.js';

const dayInSeconds = 86_400;

export class RotateWebhookSecret extends needing({ endpoints: WebhookEndpoints }) {
  run({
    id,
    gracePeriodSeconds = dayInSeconds,
  }: {
    id: string;
    gracePeriodSeconds?: number;
  }): Promise<WebhookEndpoint> {
    return this.endpoints.change(id, (endpoint) => endpoint.rotateSecret(gracePeriodSeconds));
  }
}
