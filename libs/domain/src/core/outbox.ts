import type { WaitingWork } from './subscriptions.js';

export interface Relayed {
  /** How many events got their number. */
  numbered: number;
  /** The subscriptions that have work because of it, to be woken. */
  waiting: WaitingWork[];
}

/** The events as the relay sees them: across tenants, in commit order. */
export abstract class Outbox {
  /**
   * Numbers new events of each tenant without gaps and notes, in the same transaction, which subscriptions have work in which
   * tenant. Tenants that another relay is at are left to it.
   */
  abstract relayAcrossTenants(): Promise<Relayed>;
}
