import { needing } from '../../core/use-case.js';
import { Transaction } from '../../core/transaction.js';
import { EndpointAdmission } from './endpoint-admission.service.js';
import { EndpointHealth } from './endpoint-health.js';
import { EndpointHealths } from './endpoint-healths.port.js';
import { type EndpointFields, WebhookEndpoint } from './webhook-endpoint.js';
import { WebhookEndpoints } from './webhook-endpoints.port.js';

export class CreateWebhookEndpoint extends needing({
  admission: EndpointAdmission,
  transaction: Transaction,
  endpoints: WebhookEndpoints,
  healths: EndpointHealths,
}) {
  async run(fields: EndpointFields & { url: string }): Promise<WebhookEndpoint> {
    await this.admission.check(fields);
    return this.transaction.run(async () => {
      await this.endpoints.mustHaveRoom();
      const endpoint = await this.endpoints.add(new WebhookEndpoint(fields));
      await this.healths.add(new EndpointHealth(endpoint.id));
      return endpoint;
    });
  }
}
