import { needing } from '../../core/use-case.js';
import { EndpointHandover } from './endpoint-handover.service.js';
import { WebhookEndpoints } from './webhook-endpoints.port.js';

/** Disables endpoints of a member or API key that may no longer have them. */
export class DisableOrphanedEndpoints extends needing({ endpoints: WebhookEndpoints, handover: EndpointHandover }) {
  /** After a change of a member or API key. */
  async run({ resourceId }: { resourceId: string }): Promise<void> {
    for (const id of await this.endpoints.enabledFor(resourceId)) await this.handover.stopIfLapsed(id);
  }
}
