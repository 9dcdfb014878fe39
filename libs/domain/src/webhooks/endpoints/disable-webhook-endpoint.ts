import { needing } from '../../core/use-case.js';
import { EndpointHandover } from './endpoint-handover.service.js';
import type { WebhookEndpoint } from './webhook-endpoint.js';

export class DisableWebhookEndpoint extends needing({ handover: EndpointHandover }) {
  run({ id }: { id: string }): Promise<WebhookEndpoint> {
    return this.handover.change(id, (endpoint) => endpoint.disable('manual'));
  }
}
