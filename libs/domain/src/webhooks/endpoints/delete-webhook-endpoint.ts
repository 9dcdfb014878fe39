import { needing } from '../../core/use-case.js';
import { WebhookEndpoints } from './webhook-endpoints.port.js';

export class DeleteWebhookEndpoint extends needing({ endpoints: WebhookEndpoints }) {
  async run({ id }: { id: string }): Promise<void> {
    await this.endpoints.change(id, (endpoint) => endpoint.delete());
  }
}
