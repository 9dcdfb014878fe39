import type { EventRange, EventRef } from './happened.js';

/** A job that events start; it has the name of its verb. */
export interface Subscription {
  name: string;
  types: readonly string[] | '*';
}

/** A subscription that has work in a tenant. */
export interface WaitingWork {
  subscription: string;
  tenantId: string;
}

/** Events that a subscription is to handle now, in their order. */
export interface TakenEvents extends EventRange {
  /** Those of the subscription's types; none are listed for one that takes all. */
  events: EventRef[];
}

/** When a subscription that failed at an event tries it again. */
export interface Retry {
  attempts: number;
  retryAt: Date;
}

/**
 * Which events each subscription has still to handle, kept in the database: a cursor for each subscription and tenant, and a
 * note for each that has work. One worker at a time works on a subscription of a tenant.
 */
export abstract class Subscriptions {
  /** Stores which subscriptions there are. A new one begins with the first event that is numbered afterwards. */
  abstract registerAcrossTenants(subscriptions: readonly Subscription[]): Promise<void>;

  /**
   * Locks the subscription in the tenant of the scope until the transaction ends, and returns at most `most` events, only one
   * where it failed before. Undefined when there is nothing to do, its retry is not due, or another worker has it.
   */
  abstract take(subscription: Subscription, max: number): Promise<TakenEvents | undefined>;

  /** Moves the cursor past the taken events, in the transaction of their effect; true when no more are waiting. */
  abstract advance(subscription: Subscription, to: number): Promise<boolean>;

  /** Records that the subscription failed at an event, and when to try again; undefined when another worker got past the event meanwhile. */
  abstract fail(subscription: Subscription, at: TakenEvents, error: Error): Promise<Retry | undefined>;

  /** Work that waits longer than it should: nobody was woken, or the woken worker vanished. */
  abstract overlookedAcrossTenants(): Promise<WaitingWork[]>;
}

export interface Relayed {
  /** How many events got their number. */
  numbered: number;
  /** Whether more may have been there than are numbered at once; those of tenants that it skipped do not count. */
  hasMore: boolean;
  /** The subscriptions that have work because of it, to be woken. */
  waiting: WaitingWork[];
}

/** The events as the relay sees them: across tenants, in commit order. */
export abstract class Outbox {
  /**
   * Numbers new events of each tenant without gaps and notes, in the same transaction, which subscriptions have work in which
   * tenant. Skips tenants that another relay is working on.
   */
  abstract relayAcrossTenants(): Promise<Relayed>;

  /** Lets the events of a new tenant be numbered. */
  abstract open(): Promise<void>;
}

/** How a subscription is doing in all tenants together. */
export interface SubscriptionLag {
  subscription: string;
  /** Events still to be handled. */
  events: number;
  /** How long the oldest of its work has waited. */
  seconds: number;
  /** Tenants in which it is stuck on a failing event. */
  stuckTenants: number;
}

/** The state of a subscription in a tenant where it has work. */
export interface SubscriptionState extends WaitingWork {
  /** The last event it got past. */
  position: number;
  /** Events behind that. */
  lag: number;
  waitingSince: Date;
  /** Failed tries at the event it is stuck on; 0 while it makes progress. */
  attempts: number;
  failedSequence: number | null;
  error: string | null;
  failingSince: Date | null;
  retryAt: Date | null;
}

/** What an operator sees of subscriptions, and does about one that is stuck. */
export abstract class SubscriptionStates {
  abstract lagAcrossTenants(): Promise<SubscriptionLag[]>;

  /** Those that fail, the longest first, then those whose work has waited for some seconds. */
  abstract listAcrossTenants(): Promise<SubscriptionState[]>;

  /** Tries it again at once; false when it is not stuck in the tenant of the scope. */
  abstract retry(subscription: string): Promise<boolean>;

  /** Skips the one event it is stuck on, for good; false when it is not stuck there. */
  abstract skip(subscription: string, sequence: number): Promise<boolean>;

  /** Forgets a subscription that no worker knows any more, in every tenant; false when there was none of that name. */
  abstract forgetAcrossTenants(subscription: string): Promise<boolean>;
}
