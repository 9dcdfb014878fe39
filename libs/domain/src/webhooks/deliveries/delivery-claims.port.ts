import type { Place } from '../../core/scope.js';
import type { Lapse } from '../../core/standings.js';
import type { Answer, WebhookDelivery } from './webhook-delivery.js';
import type { WebhookEvent } from '../webhook-body.js';

export interface Claimed {
  deliveryId: string;
  /** Number of this attempt, from 1. */
  attempt: number;
  event: WebhookEvent;
}

/** Deliveries that nobody else sends before the lease ends. */
export interface Claim {
  id: string;
  endpointId: string;
  /** The member and key whose rights decided what the endpoint may be told. */
  memberId: string | null;
  /** Why nothing may be told in that member's name any more; then nothing is taken. */
  lapse: Lapse | null;
  /** How many deliveries were skipped because that member may not learn of them. */
  skipped: number;
  /** True when the endpoint's last try succeeded. */
  isHealthy: boolean;
  taken: Claimed[];
}

export interface Tried extends Claimed {
  answer: Answer;
}

/** Which worker sends which deliveries. The database decides; a vanished worker's claims end with their lease. */
export abstract class DeliveryClaims {
  /**
   * Claims due deliveries of an endpoint, within its limits, and records the attempts that begin. Skips events that the
   * endpoint's member may no longer see.
   */
  abstract claim(endpointId: string): Promise<Claim>;

  /** Keeps the lease of a claim until the function it returns is called, or the process ends. */
  abstract keep(claim: Claim): () => void;

  /** Stores the outcomes; a delivery that the claim no longer holds is left as it is. */
  abstract settle(
    claim: Claim,
    tried: readonly Tried[],
    rule: (delivery: WebhookDelivery, answer: Answer) => void,
  ): Promise<void>;

  /** When there is something to do for an endpoint again; null when nothing is open. */
  abstract nextDue(endpointId: string): Promise<Date | null>;

  /** Endpoints that something is due for now. */
  abstract dueAcrossTenants(): Promise<Place[]>;
}
