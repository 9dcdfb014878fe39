import { needing } from '../../core/use-case.js';
import { Sealer } from '../../core/sealer.js';
import { EndpointAdmission } from './endpoint-admission.service.js';
import { EndpointLifecycle } from './endpoint-lifecycle.service.js';
import { type EndpointFields, WebhookEndpoint } from './webhook-endpoint.js';

export class CreateWebhookEndpoint extends needing({
  admission: EndpointAdmission,
  lifecycle: EndpointLifecycle,
  sealer: Sealer,
}) {
  async run(fields: EndpointFields & { url: string }): Promise<WebhookEndpoint> {
    await this.admission.check(fields);
    return this.lifecycle.create(() => new WebhookEndpoint(fields, this.sealer));
  }
}
