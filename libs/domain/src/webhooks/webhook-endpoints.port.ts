import { Store } from '../core/store.js';
import type { WebhookEndpoint } from './webhook-endpoint.js';

/** Storing a disabled or deleted endpoint skips its open deliveries in the same transaction. */
export abstract class WebhookEndpoints extends Store<WebhookEndpoint> {
  /** Throws when the tenant has as many endpoints as it may; nobody adds one before the transaction ends. */
  abstract mustHaveRoom(): Promise<void>;
}
