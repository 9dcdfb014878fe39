import type { EventRange, EventRef } from './happened.js';

/** A job on events, named after its use case. */
export interface Subscription {
  name: string;
  types: readonly string[] | '*';
}

export interface WaitingWork {
  subscription: string;
  tenantId: string;
}

/** The next events of a subscription, in order. */
export interface TakenEvents extends EventRange {
  /** Matching events; empty for a subscription to all types. */
  events: EventRef[];
}

export interface Retry {
  attempts: number;
  retryAt: Date;
}

/**
 * The progress of subscriptions in the database: a cursor per subscription and tenant, and a note for each with work.
 * One worker at a time handles a subscription of a tenant.
 */
export abstract class Subscriptions {
  /** A new subscription starts with the next event that gets a sequence. */
  abstract registerAcrossTenants(subscriptions: readonly Subscription[]): Promise<void>;

  /**
   * Locks the subscription in the tenant of the scope until the transaction ends, and returns at most `max` events, or
   * one after a failure. Undefined without work, before its retry is due, or when another worker holds it.
   */
  abstract take(subscription: Subscription, max: number): Promise<TakenEvents | undefined>;

  /** Moves the cursor in the transaction that handled the events; true when no more are waiting. */
  abstract advance(subscription: Subscription, to: number): Promise<boolean>;

  /** Records a failure; undefined when another worker has since passed the event. */
  abstract fail(subscription: Subscription, at: TakenEvents, error: Error): Promise<Retry | undefined>;

  /** Overdue work: its wake-up was lost or its worker died. */
  abstract overlookedAcrossTenants(): Promise<WaitingWork[]>;
}

export interface Relayed {
  /** Number of events that got a sequence. */
  numbered: number;
  /** True when the batch was full; tenants that the relay skipped do not count. */
  hasMore: boolean;
  /** Subscriptions to wake. */
  waiting: WaitingWork[];
}

/** Unnumbered events across tenants, in commit order. */
export abstract class Outbox {
  /**
   * Numbers new events of each tenant without gaps and, in the same transaction, notes the subscriptions that have
   * work. Skips tenants that another relay holds.
   */
  abstract relayAcrossTenants(): Promise<Relayed>;

  /** Enables numbering for a new tenant. */
  abstract open(): Promise<void>;
}

/** Backlog of a subscription across tenants. */
export interface SubscriptionLag {
  subscription: string;
  events: number;
  /** Age of the oldest work. */
  seconds: number;
  /** Number of tenants in which an event keeps failing. */
  stuckTenants: number;
}

export interface SubscriptionState extends WaitingWork {
  /** Sequence of the last event that was handled. */
  position: number;
  /** Number of events after `position`. */
  lag: number;
  waitingSince: Date;
  /** Failed attempts at the current event; 0 while it makes progress. */
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
