import { uses } from '../../core/use-case.js';
import { EndpointLifecycle } from './endpoint-lifecycle.service.js';
import { WebhookEndpoints } from './webhook-endpoints.port.js';

/**
 * Disables endpoints of a member or API key that may no longer have them, each in its own transaction: locks on several
 * endpoints could deadlock with those of a fan-out.
 */
export class DisableOrphanedEndpoints extends uses({ endpoints: WebhookEndpoints, lifecycle: EndpointLifecycle }) {
  /** `resourceId`: of the member or API key that changed. */
  async run({ resourceId }: { resourceId: string }): Promise<void> {
    for (const id of await this.endpoints.enabledFor(resourceId)) await this.lifecycle.disableIfDenied(id);
  }
}
