import { Transaction } from '../core/transaction.js';
import { EndpointAdmission } from './endpoint-admission.js';
import { EndpointHealths } from './endpoint-healths.port.js';
import type { EndpointFields, WebhookEndpoint } from './webhook-endpoint.js';
import { WebhookEndpoints } from './webhook-endpoints.port.js';

export class UpdateWebhookEndpoint {
  static needs = [EndpointAdmission, Transaction, WebhookEndpoints, EndpointHealths] as const;

  constructor(
    private readonly admission: EndpointAdmission,
    private readonly transaction: Transaction,
    private readonly endpoints: WebhookEndpoints,
    private readonly healths: EndpointHealths,
  ) {}

  async run({ id, ...fields }: EndpointFields & { id: string }): Promise<WebhookEndpoint> {
    await this.endpoints.one(id);
    await this.admission.check(fields);
    return this.transaction.run(async () => {
      if (fields.isEnabled) await this.healths.change(id, (health) => health.clear());
      return this.endpoints.change(id, (endpoint) => endpoint.update(fields));
    });
  }
}
