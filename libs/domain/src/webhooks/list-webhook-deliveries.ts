import type { Page, PageRequest } from '../core/page.js';
import { WebhookDeliveries } from './webhook-deliveries.port.js';

export class ListWebhookDeliveries {
  static needs = [WebhookDeliveries] as const;

  constructor(private readonly deliveries: WebhookDeliveries) {}

  run(input: PageRequest & object): Promise<Page> {
    return this.deliveries.page(input);
  }
}
