import { needing } from '../../core/use-case.js';
import { EndpointHandover } from './endpoint-handover.service.js';

export class DeleteWebhookEndpoint extends needing({ handover: EndpointHandover }) {
  async run({ id }: { id: string }): Promise<void> {
    await this.handover.change(id, (endpoint) => endpoint.delete());
  }
}
