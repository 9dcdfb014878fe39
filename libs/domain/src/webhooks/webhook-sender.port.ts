import type { Answer } from './deliveries/answer.js';
import type { Claimed } from './deliveries/delivery-claims.port.js';
import type { WebhookEndpoint } from './endpoints/webhook-endpoint.js';

export interface WebhookMessage extends Claimed {
  endpoint: WebhookEndpoint;
}

/** Signs messages as Standard Webhooks says, and sends them. */
export abstract class WebhookSender {
  /** Resolves whatever the endpoint does: a failure is an answer too. */
  abstract send(message: WebhookMessage): Promise<Answer>;

  /** A sentence why no endpoint may have this URL; null when one may. It asks name servers, so call it outside transactions. */
  abstract refusalOf(url: string): Promise<string | null>;
}
