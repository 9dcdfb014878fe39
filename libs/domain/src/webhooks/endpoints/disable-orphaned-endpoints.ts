import { uses } from '../../core/use-case.js';
import { EndpointLifecycle } from './endpoint-lifecycle.service.js';
import { WebhookEndpoints } from './webhook-endpoints.port.js';

/**
 * Disables endpoints of a member or API key that may no longer have them. Each in a transaction of its own, unlike schedules: its open
 * deliveries are skipped with it, and locks on several endpoints could wait for those of a fan-out, which wait for them.
 */
export class DisableOrphanedEndpoints extends uses({ endpoints: WebhookEndpoints, lifecycle: EndpointLifecycle }) {
  /** `resourceId`: of the member or API key that changed. */
  async run({ resourceId }: { resourceId: string }): Promise<void> {
    for (const id of await this.endpoints.enabledFor(resourceId)) await this.lifecycle.disableIfDenied(id);
  }
}
