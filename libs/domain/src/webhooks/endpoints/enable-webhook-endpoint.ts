import { EndpointHandover } from './endpoint-handover.service.js';
import type { WebhookEndpoint } from './webhook-endpoint.js';

export class EnableWebhookEndpoint {
  static needs = [EndpointHandover] as const;

  constructor(private readonly handover: EndpointHandover) {}

  run({ id }: { id: string }): Promise<WebhookEndpoint> {
    return this.handover.start(id, (endpoint, lapse) => endpoint.enable(lapse));
  }
}
