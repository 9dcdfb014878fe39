import { needing } from '../../core/use-case.js';
import { EndpointAdmission } from './endpoint-admission.service.js';
import { EndpointLifecycle } from './endpoint-lifecycle.service.js';
import type { EndpointFields, WebhookEndpoint } from './webhook-endpoint.js';
import { WebhookEndpoints } from './webhook-endpoints.port.js';

export class UpdateWebhookEndpoint extends needing({
  admission: EndpointAdmission,
  endpoints: WebhookEndpoints,
  lifecycle: EndpointLifecycle,
}) {
  async run({ id, ...fields }: EndpointFields & { id: string }): Promise<WebhookEndpoint> {
    await this.endpoints.one(id);
    await this.admission.check(fields);
    if (fields.isEnabled) return this.lifecycle.enable(id, (endpoint, denial) => endpoint.update(fields, denial));
    return this.lifecycle.change(id, (endpoint) => endpoint.update(fields));
  }
}
