import { WebhookEndpoints } from './webhook-endpoints.port.js';

export class DeleteWebhookEndpoint {
  static needs = [WebhookEndpoints] as const;

  constructor(private readonly endpoints: WebhookEndpoints) {}

  async run({ id }: { id: string }): Promise<void> {
    await this.endpoints.change(id, (endpoint) => endpoint.delete());
  }
}
