import { needing } from '../../core/use-case.js';
import { Sealer } from '../../core/sealer.js';
import { EndpointAdmission } from './endpoint-admission.service.js';
import { EndpointHandover } from './endpoint-handover.service.js';
import { type EndpointFields, WebhookEndpoint } from './webhook-endpoint.js';

export class CreateWebhookEndpoint extends needing({
  admission: EndpointAdmission,
  handover: EndpointHandover,
  sealer: Sealer,
}) {
  async run(fields: EndpointFields & { url: string }): Promise<WebhookEndpoint> {
    await this.admission.check(fields);
    return this.handover.begin(() => new WebhookEndpoint(fields, this.sealer));
  }
}
