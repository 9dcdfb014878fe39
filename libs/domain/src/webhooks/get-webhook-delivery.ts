import type { Rendered } from '../core/page.js';
import { WebhookDeliveries } from './webhook-deliveries.port.js';

export class GetWebhookDelivery {
  static needs = [WebhookDeliveries] as const;

  constructor(private readonly deliveries: WebhookDeliveries) {}

  run({ id }: { id: string }): Promise<Rendered> {
    return this.deliveries.read(id);
  }
}
