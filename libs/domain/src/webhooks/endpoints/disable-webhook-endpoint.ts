import { uses } from '../../core/use-case.js';
import { EndpointLifecycle } from './endpoint-lifecycle.service.js';
import type { WebhookEndpoint } from './webhook-endpoint.js';

export class DisableWebhookEndpoint extends uses({ lifecycle: EndpointLifecycle }) {
  run({ id }: { id: string }): Promise<WebhookEndpoint> {
    return this.lifecycle.change(id, (endpoint) => endpoint.disable('manual'));
  }
}
