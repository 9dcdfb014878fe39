import type { AttemptResult } from './deliveries/attempt-result.js';
import type { WebhookEndpoint } from './endpoints/webhook-endpoint.js';
import type { WebhookEvent } from './webhook-body.js';

export interface WebhookMessage {
  endpoint: WebhookEndpoint;
  deliveryId: string;
  attempt: number;
  startedAt: Date;
  event: WebhookEvent;
}

/** Signs messages by Standard Webhooks and sends them. */
export abstract class WebhookSender {
  /** Resolves for every outcome, failures included. */
  abstract send(message: WebhookMessage): Promise<AttemptResult>;

  /** A sentence why endpoints may not have this URL, or null. Resolves names: call it outside transactions. */
  abstract refusalOf(url: string): Promise<string | null>;
}
