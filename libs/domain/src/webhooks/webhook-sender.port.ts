import type { Answer } from './deliveries/answer.js';
import type { WebhookEndpoint } from './endpoints/webhook-endpoint.js';
import type { WebhookEvent } from './webhook-body.js';

export interface WebhookMessage {
  endpoint: WebhookEndpoint;
  deliveryId: string;
  /** Number of this attempt, from 1. */
  attempt: number;
  startedAt: Date;
  event: WebhookEvent;
}

/** Signs messages by Standard Webhooks and sends them. */
export abstract class WebhookSender {
  /** Resolves whatever the endpoint does: a failure is an answer too. */
  abstract send(message: WebhookMessage): Promise<Answer>;

  /** A sentence why no endpoint may have this URL; null when one may. It resolves names, so call it outside transactions. */
  abstract refusalOf(url: string): Promise<string | null>;
}
