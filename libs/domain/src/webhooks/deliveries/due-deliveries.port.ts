import type { Rights } from '../../core/access/rights.js';
import type { OfTenant } from '../../core/scope.js';
import type { WebhookEndpoint } from '../endpoints/webhook-endpoint.js';
import type { WebhookMessage } from '../webhook-sender.port.js';
import type { Answer } from './answer.js';

/** An enabled endpoint, with the rights of its owner, which decide what it may receive. */
export interface Addressee {
  endpoint: WebhookEndpoint;
  rights: Rights;
}

export interface Claim {
  messages: WebhookMessage[];
  /** True if more may be due that waits for a slot. */
  hasMore: boolean;
}

export interface Attempted extends WebhookMessage {
  answer: Answer;
}

/** Deliveries in flight to one endpoint, over all workers. */
export const maxPerEndpoint = 10;

/** Deliveries in flight to all endpoints of a tenant; each endpoint has one slot reserved. */
export const maxPerTenant = 50;

/**
 * Due deliveries of the tenant. A delivery is in flight while it is leased; when the lease expires, it is due again.
 */
export abstract class DueDeliveries {
  /**
   * Leases due deliveries with a free slot, the oldest first, and begins their attempts. Skips deliveries of events
   * that the endpoint may not receive, and ignores endpoints that have changed since they were read.
   */
  abstract claim(addressees: readonly Addressee[]): Promise<Claim>;

  /** Extends leases; call it every two seconds. */
  abstract renew(messages: readonly WebhookMessage[]): Promise<void>;

  /**
   * Finishes the attempts, and ends each delivery whose latest attempt succeeded. The deliveries stay locked until the
   * transaction ends. Resolves to the ids of the endpoints that were failing before.
   */
  abstract finish(attempted: readonly Attempted[]): Promise<string[]>;

  /** Milliseconds until the next delivery is due; null if none is scheduled. */
  abstract untilNext(): Promise<number | null>;

  /** Tenants with due deliveries. */
  abstract dueAcrossTenants(): Promise<OfTenant[]>;
}
