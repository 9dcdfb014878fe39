import type { DeliveryPlace } from '@tandem/domain/webhooks/delivery-claims.port';
import type { WebhookEndpoint } from '@tandem/domain/webhooks/webhook-endpoint';
import type { WebhookEndpoints } from '@tandem/domain/webhooks/webhook-endpoints.port';
import { InMemoryStore } from '@tandem/testing/in-memory-store';
import { endpointView } from './webhook-endpoint.view.js';

export class InMemoryWebhookEndpoints extends InMemoryStore<WebhookEndpoint> implements WebhookEndpoints {
  constructor() {
    super(endpointView);
  }

  async mustHaveRoom(): Promise<void> {}

  async beginCatchingUp(): Promise<boolean> {
    return true;
  }

  async behindAcrossTenants(): Promise<DeliveryPlace[]> {
    return [];
  }

  async missFrom(): Promise<void> {}

  async enabledFor(): Promise<string[]> {
    return [];
  }
}
