import type { Page, PageRequest } from '../core/page.js';
import { WebhookAttempts } from './webhook-attempts.port.js';
import { WebhookDeliveries } from './webhook-deliveries.port.js';

export class ListWebhookAttempts {
  static needs = [WebhookDeliveries, WebhookAttempts] as const;

  constructor(
    private readonly deliveries: WebhookDeliveries,
    private readonly attempts: WebhookAttempts,
  ) {}

  async run({ id, ...page }: PageRequest & { id: string }): Promise<Page> {
    await this.deliveries.read(id);
    const ofDelivery = { ...page, deliveryId: id };
    return this.attempts.page(ofDelivery);
  }
}
