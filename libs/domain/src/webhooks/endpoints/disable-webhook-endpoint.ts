import { needing } from '../../core/use-case.js';
import type { WebhookEndpoint } from './webhook-endpoint.js';
import { WebhookEndpoints } from './webhook-endpoints.port.js';

export class DisableWebhookEndpoint extends needing({ endpoints: WebhookEndpoints }) {
  run({ id }: { id: string }): Promise<WebhookEndpoint> {
    return this.endpoints.change(id, (endpoint) => endpoint.disable('manual'));
  }
}
