import { uses } from '../../core/use-case.js';
import { EndpointLifecycle } from './endpoint-lifecycle.service.js';
import { WebhookEndpoints } from './webhook-endpoints.port.js';

/** One transaction per endpoint: locks on several could deadlock with those of a fan-out. */
export class DisableOrphanedEndpoints extends uses({ endpoints: WebhookEndpoints, lifecycle: EndpointLifecycle }) {
  async run({ resourceId }: { resourceId: string }): Promise<void> {
    for (const id of await this.endpoints.enabledFor(resourceId)) await this.lifecycle.disableIfDenied(id);
  }
}
