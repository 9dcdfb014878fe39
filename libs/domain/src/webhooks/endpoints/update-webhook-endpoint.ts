import { uses } from '../../core/use-case.js';
import { WebhookSender } from '../webhook-sender.port.js';
import { type EndpointFields, mustBeAdmissible } from './endpoint-fields.js';
import { EndpointLifecycle } from './endpoint-lifecycle.service.js';
import type { WebhookEndpoint } from './webhook-endpoint.js';
import { WebhookEndpoints } from './webhook-endpoints.port.js';

export class UpdateWebhookEndpoint extends uses({
  endpoints: WebhookEndpoints,
  sender: WebhookSender,
  lifecycle: EndpointLifecycle,
}) {
  async run({ id, ...fields }: EndpointFields & { id: string }): Promise<WebhookEndpoint> {
    await this.endpoints.one(id);
    const refusal = fields.url === undefined ? null : await this.sender.refusalOf(fields.url);
    mustBeAdmissible(fields, refusal);
    if (fields.isEnabled) return this.lifecycle.enable(id, (endpoint, denial) => endpoint.update(fields, denial));
    return this.lifecycle.change(id, (endpoint) => endpoint.update(fields));
  }
}
