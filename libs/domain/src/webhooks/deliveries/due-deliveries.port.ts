import type { Rights } from '../../core/access/rights.js';
import type { OfTenant } from '../../core/scope.js';
import type { WebhookEndpoint } from '../endpoints/webhook-endpoint.js';
import type { WebhookMessage } from '../webhook-sender.port.js';
import type { AttemptResult } from './attempt-result.js';

export interface Addressee {
  endpoint: WebhookEndpoint;
  rights: Rights;
}

export interface Claim {
  messages: WebhookMessage[];
  /** True if more deliveries may be waiting for a slot. */
  hasMore: boolean;
}

export interface Attempted extends WebhookMessage {
  result: AttemptResult;
}

/** Deliveries in flight to one endpoint, over all workers. */
export const maxPerEndpoint = 10;

/** Deliveries in flight to all endpoints of a tenant; each endpoint has one slot reserved. */
export const maxPerTenant = 50;

/** A delivery is in flight while it is leased; when the lease expires, it is due again. */
export abstract class DueDeliveries {
  /** Leases due deliveries with a free slot, oldest first. Skips events that the endpoint may not receive. */
  abstract claim(addressees: readonly Addressee[]): Promise<Claim>;

  /** Extends leases; call it every two seconds. */
  abstract renew(messages: readonly WebhookMessage[]): Promise<void>;

  /** Resolves to the endpoints that were failing before. The deliveries stay locked until the transaction ends. */
  abstract finish(attempted: readonly Attempted[]): Promise<string[]>;

  /** Milliseconds until the next delivery is due; null if none is scheduled. */
  abstract untilNext(): Promise<number | null>;

  abstract dueAcrossTenants(): Promise<OfTenant[]>;
}
