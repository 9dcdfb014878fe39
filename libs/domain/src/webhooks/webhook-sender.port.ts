import type { Answer } from './deliveries/answer.js';
import type { WebhookEndpoint } from './endpoints/webhook-endpoint.js';

export interface WebhookMessage {
  endpoint: WebhookEndpoint;
  deliveryId: string;
  attempt: number;
  eventId: string;
  body: string;
}

/** Signs and sends (Standard Webhooks). */
export abstract class WebhookSender {
  /** Never throws for what the endpoint does. */
  abstract send(message: WebhookMessage): Promise<Answer>;

  /** Why a URL may not be an endpoint's, in a sentence; null when it may. Looks names up, so call it outside transactions. */
  abstract refusalOf(url: string): Promise<string | null>;
}
