import { needing } from '../../core/use-case.js';
import { EndpointHandover } from './endpoint-handover.service.js';
import { WebhookEndpoints } from './webhook-endpoints.port.js';

/** Disables what is told in the name of a member, or by a key, that may have it told no longer. */
export class DisableOrphanedEndpoints extends needing({ endpoints: WebhookEndpoints, handover: EndpointHandover }) {
  /** Of a member or an API key something changed. */
  async run({ resourceId }: { resourceId: string }): Promise<void> {
    for (const id of await this.endpoints.enabledFor(resourceId)) await this.handover.stopIfLapsed(id);
  }
}
