import { Transaction } from '../core/transaction.js';
import { EndpointHealths } from './endpoint-healths.port.js';
import type { WebhookEndpoint } from './webhook-endpoint.js';
import { WebhookEndpoints } from './webhook-endpoints.port.js';

export class EnableWebhookEndpoint {
  static needs = [Transaction, WebhookEndpoints, EndpointHealths] as const;

  constructor(
    private readonly transaction: Transaction,
    private readonly endpoints: WebhookEndpoints,
    private readonly healths: EndpointHealths,
  ) {}

  run({ id }: { id: string }): Promise<WebhookEndpoint> {
    return this.transaction.run(async () => {
      await this.healths.change(id, (health) => health.clear());
      return this.endpoints.change(id, (endpoint) => endpoint.enable());
    });
  }
}
