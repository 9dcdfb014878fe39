import { uses } from '../../core/use-case.js';
import { EndpointLifecycle } from './endpoint-lifecycle.service.js';
import type { WebhookEndpoint } from './webhook-endpoint.js';

export class EnableWebhookEndpoint extends uses({ lifecycle: EndpointLifecycle }) {
  run({ id }: { id: string }): Promise<WebhookEndpoint> {
    return this.lifecycle.enable(id, (endpoint, denial) => endpoint.enable(denial));
  }
}
