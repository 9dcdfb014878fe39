import { needing } from '../../core/use-case.js';
import { EndpointAdmission } from './endpoint-admission.service.js';
import { EndpointHandover } from './endpoint-handover.service.js';
import type { EndpointFields, WebhookEndpoint } from './webhook-endpoint.js';
import { WebhookEndpoints } from './webhook-endpoints.port.js';

export class UpdateWebhookEndpoint extends needing({
  admission: EndpointAdmission,
  endpoints: WebhookEndpoints,
  handover: EndpointHandover,
}) {
  async run({ id, ...fields }: EndpointFields & { id: string }): Promise<WebhookEndpoint> {
    await this.endpoints.one(id);
    await this.admission.check(fields);
    if (fields.isEnabled) return this.handover.start(id, (endpoint, lapse) => endpoint.update(fields, lapse));
    return this.handover.change(id, (endpoint) => endpoint.update(fields));
  }
}
