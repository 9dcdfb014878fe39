import type { EventRange, EventRef } from './happened.js';

export interface Subscription {
  name: string;
  types: readonly string[] | '*';
}

export interface WaitingWork {
  subscription: string;
  tenantId: string;
}

export interface TakenEvents extends EventRange {
  events: EventRef[];
}

export interface Retry {
  attempts: number;
  retryAt: Date;
}

/** The progress of subscriptions in the database. One worker at a time handles a subscription of a tenant. */
export abstract class Subscriptions {
  /** A new subscription starts with the next event that gets a sequence. */
  abstract registerAcrossTenants(subscriptions: readonly Subscription[]): Promise<void>;

  /** Locks it; at most `max` events, or one after a failure. Undefined without work, before a retry or if held. */
  abstract take(subscription: Subscription, max: number): Promise<TakenEvents | undefined>;

  /** Moves the cursor in the transaction that handled the events; true when no more are waiting. */
  abstract advance(subscription: Subscription, to: number): Promise<boolean>;

  /** Records a failure; undefined when another worker has since passed the event. */
  abstract fail(subscription: Subscription, at: TakenEvents, error: Error): Promise<Retry | undefined>;

  /** Overdue work: its wake-up was lost or its worker died. */
  abstract overlookedAcrossTenants(): Promise<WaitingWork[]>;
}

export interface Relayed {
  numbered: number;
  /** True when the batch was full; tenants that the relay skipped do not count. */
  hasMore: boolean;
  waiting: WaitingWork[];
}

/** Unnumbered events across tenants, in commit order. */
export abstract class Outbox {
  /** Numbers new events per tenant without gaps and notes subscriptions with work; skips tenants of another relay. */
  abstract relayAcrossTenants(): Promise<Relayed>;

  abstract open(): Promise<void>;
}

export interface SubscriptionLag {
  subscription: string;
  events: number;
  seconds: number;
  stuckTenants: number;
}

export interface SubscriptionState extends WaitingWork {
  position: number;
  lag: number;
  waitingSince: Date;
  attempts: number;
  failedSequence: number | null;
  error: string | null;
  failingSince: Date | null;
  retryAt: Date | null;
}

export abstract class SubscriptionStates {
  abstract lagAcrossTenants(): Promise<SubscriptionLag[]>;

  /** Failing subscriptions, oldest failure first, then those whose work has waited for some seconds. */
  abstract listAcrossTenants(): Promise<SubscriptionState[]>;

  /** Retries at once; false when it is not failing in the tenant of the scope. */
  abstract retry(subscription: string): Promise<boolean>;

  /** Skips the failing event for good; false when that is not the one that fails. */
  abstract skip(subscription: string, sequence: number): Promise<boolean>;

  /** Deletes the state of a subscription that no worker registers any more; false when there is none. */
  abstract forgetAcrossTenants(subscription: string): Promise<boolean>;
}
