import { needing } from '../../core/use-case.js';
import { EndpointHandover } from './endpoint-handover.service.js';
import type { WebhookEndpoint } from './webhook-endpoint.js';

export class EnableWebhookEndpoint extends needing({ handover: EndpointHandover }) {
  run({ id }: { id: string }): Promise<WebhookEndpoint> {
    return this.handover.start(id, (endpoint, lapse) => endpoint.enable(lapse));
  }
}
