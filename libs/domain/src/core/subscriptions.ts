import type { Happened } from './happened.js';

/** A job that events start, by the name of its verb. */
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
export interface Stretch {
  from: number;
  to: number;
  /** Those of the subscription's types; none are listed for one that takes all. */
  events: Happened[];
}

/** What became of a subscription that failed at an event. */
export interface Standing {
  attempts: number;
  retryAt: Date;
}

/**
 * What events have still to start, remembered in the database until it has happened: a cursor for each subscription and tenant,
 * and a note for each that has work. One worker at a time is at a subscription of a tenant.
 */
export abstract class Subscriptions {
  /** Tells which subscriptions there are. A new one begins with the first event that is numbered afterwards. */
  abstract registerAcrossTenants(subscriptions: readonly Subscription[]): Promise<void>;

  /**
   * Holds the subscription in the tenant of the scope until the open transaction ends, and hands out at most so many events, one
   * where it failed before. Undefined when there is nothing to do, it waits for its next try, or another worker has it.
   */
  abstract take(subscription: Subscription, most: number): Promise<Stretch | undefined>;

  /** Moves the cursor of what was taken, in the transaction of the effect; true when there is nothing behind it. */
  abstract advance(subscription: Subscription, to: number): Promise<boolean>;

  /** Notes that it could not get past an event, and when it is tried again; undefined when another worker got past it meanwhile. */
  abstract fail(subscription: Subscription, at: Stretch, error: Error): Promise<Standing | undefined>;

  /** Work that waits for longer than it should, for nobody was woken or whoever was has vanished. */
  abstract overlookedAcrossTenants(): Promise<WaitingWork[]>;
}
