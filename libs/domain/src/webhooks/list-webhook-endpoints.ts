import type { Page, PageRequest } from '../core/page.js';
import { WebhookEndpoints } from './webhook-endpoints.port.js';

export class ListWebhookEndpoints {
  static needs = [WebhookEndpoints] as const;

  constructor(private readonly endpoints: WebhookEndpoints) {}

  run(input: PageRequest & object): Promise<Page> {
    return this.endpoints.page(input);
  }
}
