import type { Happened } from './happened.js';

/** A run of one tenant's events, numbered without gaps, that still has to reach the queue. */
export interface Batch {
  tenantId: string;
  from: number;
  to: number;
  events: Happened[];
}

/** The events as the relay sees them: across tenants, in commit order. */
export abstract class Outbox {
  /** Numbers new events of each tenant and takes hold of what is not relayed yet; other relays leave it alone for a while. */
  abstract takeAcrossTenants(): Promise<Batch[]>;

  /** Notes that a batch's jobs are in the queue. */
  abstract relayed(batch: Batch): Promise<void>;
}
