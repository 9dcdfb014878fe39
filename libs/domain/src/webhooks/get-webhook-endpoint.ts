import type { Rendered } from '../core/page.js';
import { WebhookEndpoints } from './webhook-endpoints.port.js';

export class GetWebhookEndpoint {
  static needs = [WebhookEndpoints] as const;

  constructor(private readonly endpoints: WebhookEndpoints) {}

  run({ id }: { id: string }): Promise<Rendered> {
    return this.endpoints.read(id);
  }
}
