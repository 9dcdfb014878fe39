import type { Place } from '../../core/scope.js';
import type { EventReach } from '../../core/events/channels.js';
import type { WebhookEndpoint } from '../endpoints/webhook-endpoint.js';
import type { Answer } from './answer.js';
import type { WebhookDelivery } from './webhook-delivery.js';
import type { WebhookEvent } from '../webhook-body.js';

export interface Claimed {
  deliveryId: string;
  /** Number of this attempt, from 1. */
  attempt: number;
  event: WebhookEvent;
}

/** An endpoint that may be sent events, and which. */
export interface Addressee {
  endpoint: WebhookEndpoint;
  /** Null is everything. */
  reach: EventReach | null;
}

/** Deliveries that nobody else sends before the lease ends. */
export interface Claim {
  id: string;
  endpoint: WebhookEndpoint;
  /** How many deliveries were skipped because the endpoint may not learn of them. */
  skipped: number;
  /** True when the endpoint's last try succeeded. */
  isHealthy: boolean;
  /** False when nothing may be sent now: others send it as much as it may have, or it is held. */
  hasRoom: boolean;
  /** True when more may be due. */
  hasMore: boolean;
  taken: Claimed[];
}

export interface Tried extends Claimed {
  answer: Answer;
}

/** Some of a claim's deliveries have been answered. */
export interface Settled {
  tried: readonly Tried[];
  /** How many of the claim are under way then. */
  left: number;
}

/** What an answer does to its delivery. */
export type SettlingRule = (delivery: WebhookDelivery, answer: Answer) => void;

/** Requests under way to one endpoint at a time, over all workers. */
export const mostAtOnce = 10;

/** Which worker sends which deliveries. The database decides; a vanished worker's claims end with their lease. */
export abstract class DeliveryClaims {
  /**
   * Claims due deliveries of an endpoint, and records the attempts that begin: within its limits, or `most` where nobody but the
   * holder of `held` sends it anything, since who holds claims sends no more than `mostAtOnce` at a time. Skips what it may not
   * learn of.
   */
  abstract claim(addressee: Addressee, most?: number, held?: readonly Claim[]): Promise<Claim>;

  /** Keeps the lease of a claim until the function it returns is called, or the process ends. */
  abstract keep(claim: Claim): () => void;

  /**
   * Stores the outcomes; a delivery that the claim no longer holds is left as it is. False when there was such a one: the
   * endpoint was disabled meanwhile, or the lease ran out.
   */
  abstract settle(claim: Claim, settled: Settled, rule: SettlingRule): Promise<boolean>;

  /** Gives back what was claimed and not sent, without a trace; so many of the claim are under way then. */
  abstract giveBack(claim: Claim, unsent: readonly Claimed[], left: number): Promise<void>;

  /** When there is something to do for an endpoint again; null when nothing is open. */
  abstract nextDue(endpointId: string): Promise<Date | null>;

  /** Endpoints that something is due for now. */
  abstract dueAcrossTenants(): Promise<Place[]>;
}
