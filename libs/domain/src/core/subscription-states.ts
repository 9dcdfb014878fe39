import type { WaitingWork } from './subscriptions.js';

/** How a subscription is doing in all tenants together. */
export interface SubscriptionLag {
  subscription: string;
  /** Events that it has still to go through. */
  events: number;
  /** How long the oldest of its work has waited. */
  seconds: number;
  /** Tenants in which it stands still since it failed. */
  standing: number;
}

/** Where a subscription is in a tenant in which it has work. */
export interface SubscriptionState extends WaitingWork {
  /** The last event it got past. */
  position: number;
  /** Events behind that. */
  lag: number;
  waitingSince: Date;
  /** Failed tries at the event it stands at; 0 while it goes on. */
  attempts: number;
  failedSequence: number | null;
  error: string | null;
  failingSince: Date | null;
  retryAt: Date | null;
}

/** What an operator sees of subscriptions, and does about one that stands still. */
export abstract class SubscriptionStates {
  abstract lagAcrossTenants(): Promise<SubscriptionLag[]>;

  /** Those that fail, the longest first, then those whose work has waited for some seconds. */
  abstract listAcrossTenants(): Promise<SubscriptionState[]>;

  /** Has it tried again at once; false when it does not stand still in the tenant of the scope. */
  abstract retry(subscription: string): Promise<boolean>;

  /** Gives up the one event it stands at, for good; false when it does not stand there. */
  abstract skip(subscription: string, sequence: number): Promise<boolean>;

  /** Forgets a subscription that no worker knows any more, in every tenant; false when there was none of that name. */
  abstract forgetAcrossTenants(subscription: string): Promise<boolean>;
}
