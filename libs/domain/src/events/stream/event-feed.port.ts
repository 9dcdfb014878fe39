import type { EventReach } from '../../core/events/channels.js';
import type { EventRange } from '../../core/events/happened.js';
import type { WebhookEvent } from '../../webhooks/webhook-body.js';

export interface FeedEvent extends WebhookEvent {
  sequence: number;
  channels: readonly string[];
}

export interface FeedPage {
  /** Consecutive, in ascending order. */
  events: FeedEvent[];
  hasMore: boolean;
}

export interface FeedBounds {
  /** The last sequence; 0 if there is none. */
  newest: number;
  /** The first sequence that is still stored; null if there is none. */
  oldest: number | null;
}

/** The numbered events of the tenant of the scope, whatever its rights. */
export abstract class EventFeed {
  abstract bounds(): Promise<FeedBounds>;

  /** At most 500 events after the sequence, fewer if they are long. */
  abstract after(sequence: number): Promise<FeedPage>;

  /** The sequences in the range that the reach shows. */
  abstract shownIn(range: EventRange, reach: EventReach): Promise<ReadonlySet<number>>;

  /** The last sequence of each of these tenants that has one. */
  abstract newestAcrossTenants(tenantIds: readonly string[]): Promise<ReadonlyMap<string, number>>;

  /** Calls back when any process has numbered events of these tenants; a call may be lost. */
  abstract onNumbered(wake: (tenantIds: readonly string[]) => void): void;
}
