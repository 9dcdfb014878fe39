import { EndpointHandover } from './endpoint-handover.service.js';
import { WebhookEndpoints } from './webhook-endpoints.port.js';

/** Disables what is told in the name of a member, or by a key, that may have it told no longer. */
export class DisableOrphanedEndpoints {
  static needs = [WebhookEndpoints, EndpointHandover] as const;

  constructor(
    private readonly endpoints: WebhookEndpoints,
    private readonly handover: EndpointHandover,
  ) {}

  /** Of a member or an API key something changed. */
  async run({ resourceId }: { resourceId: string }): Promise<void> {
    for (const id of await this.endpoints.enabledFor(resourceId)) await this.handover.stopIfLapsed(id);
  }
}
