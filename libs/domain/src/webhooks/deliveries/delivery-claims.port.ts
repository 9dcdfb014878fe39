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

/** An endpoint that may be sent events, and which events these are. */
export interface Addressee {
  endpoint: WebhookEndpoint;
  /** Null is everything. */
  reach: EventReach | null;
}

/** Deliveries that nobody else sends before the lease ends. */
export interface Claim {
  id: string;
  endpoint: WebhookEndpoint;
  /** True where the fan-out made it: its deliveries get rows with their first answers, or when somebody asks for them. */
  isDirect: boolean;
  /** How many deliveries were skipped because the endpoint may not learn of them. */
  skipped: number;
  /** True when the endpoint's last try succeeded. */
  isHealthy: boolean;
  /** False when nothing more may be sent now: it has as much under way as it may have, beside others of its tenant too, or it is held. */
  hasRoom: boolean;
  /** True when more deliveries may be due. */
  hasMore: boolean;
  taken: Claimed[];
}

export interface Tried extends Claimed {
  answer: Answer;
}

/** Deliveries of a claim that have been tried, with their answers. */
export interface Settled {
  tried: readonly Tried[];
  /** How many others of the claim are still under way. */
  left: number;
}

/** Changes a delivery by its answer. */
export type SettlingRule = (delivery: WebhookDelivery, answer: Answer) => void;

/** The most requests that are under way to one endpoint at a time, from all workers together. */
export const mostAtOnce = 10;

/** The same to all endpoints of a tenant, of which each keeps one: what is under way to the others leaves it free. */
export const mostPerTenant = 50;

/** Decides, in the database, which worker sends which deliveries. A vanished worker's claims end with their lease. */
export abstract class DeliveryClaims {
  /**
   * Claims due deliveries of an endpoint and records that their attempts begin; skips those of events that it may not learn of. The
   * claim has up to `most` where no other worker than the holder of the claims `held` sends to the endpoint (whoever holds claims
   * sends no more than `mostAtOnce` at a time), else as many as the limits of endpoint and tenant leave.
   */
  abstract claim(addressee: Addressee, most?: number, held?: readonly Claim[]): Promise<Claim>;

  /** Keeps the lease of a claim until the function it returns is called, or the process ends. */
  abstract keep(claim: Claim): () => void;

  /**
   * Stores the outcomes. False when the claim no longer held one of the deliveries, because the endpoint was disabled meanwhile or
   * the lease ran out; such a delivery is left as it is.
   */
  abstract settle(claim: Claim, settled: Settled, rule: SettlingRule): Promise<boolean>;

  /**
   * Gives back, without a trace, what was claimed and not sent; `left` others of the claim are still under way. What is under way of a
   * direct claim is stored with that, so that it shows.
   */
  abstract giveBack(claim: Claim, unsent: readonly Claimed[], left: number): Promise<void>;

  /** When there may be something to send to the endpoint again; null when nothing is open. */
  abstract nextDue(endpointId: string): Promise<Date | null>;

  /** Endpoints that something is due for now. */
  abstract dueAcrossTenants(): Promise<Place[]>;
}
