import { uses } from '../../core/use-case.js';
import { EndpointLifecycle } from './endpoint-lifecycle.service.js';

export class DeleteWebhookEndpoint extends uses({ lifecycle: EndpointLifecycle }) {
  async run({ id }: { id: string }): Promise<void> {
    await this.lifecycle.change(id, (endpoint) => endpoint.delete());
  }
}
