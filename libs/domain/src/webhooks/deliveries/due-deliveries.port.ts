import type { Rights } from '../../core/access/rights.js';
import type { OfTenant } from '../../core/scope.js';
import type { WebhookEndpoint } from '../endpoints/webhook-endpoint.js';
import type { WebhookMessage } from '../webhook-sender.port.js';
import type { Answer } from './answer.js';

/** An endpoint that may receive events, with the rights of its owner, which decide what it may receive. */
export interface Addressee {
  endpoint: WebhookEndpoint;
  rights: Rights;
}

export interface Claim {
  messages: WebhookMessage[];
  /** True when more may be due that has to wait for a free slot. */
  hasMore: boolean;
}

export interface Attempted extends WebhookMessage {
  answer: Answer;
}

/** The most deliveries in flight to one endpoint at a time, over all workers. */
export const maxPerEndpoint = 10;

/** The most in flight to all endpoints of a tenant. One slot is reserved for each endpoint, however busy the others are. */
export const maxPerTenant = 50;

/** Due deliveries of the tenant. A delivery is in flight while its lease is live; once the lease expires, it is due again. */
export abstract class DueDeliveries {
  /**
   * Leases what is due and has a free slot, the oldest first, and begins its attempts. Skips deliveries of events that the endpoint
   * may not receive, and leaves alone an endpoint that has changed since it was read.
   */
  abstract claim(addressees: readonly Addressee[]): Promise<Claim>;

  /** Extends the leases of these; to be called every two seconds. */
  abstract renew(messages: readonly WebhookMessage[]): Promise<void>;

  /**
   * Finishes the attempts, and ends each delivery whose latest attempt succeeded. The deliveries stay locked until the transaction
   * ends. Resolves to the ids of those endpoints that were failing before.
   */
  abstract finish(attempted: readonly Attempted[]): Promise<string[]>;

  /** Milliseconds until the next delivery becomes due; null when none is scheduled. */
  abstract untilNext(): Promise<number | null>;

  /** Tenants with something due that nobody holds a lease of. */
  abstract dueAcrossTenants(): Promise<OfTenant[]>;
}
