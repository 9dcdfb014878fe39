import type { EventRange } from '../../core/events/happened.js';
import type { Page, PageRequest } from '../../core/page.js';
import { Store } from '../../core/store.js';
import type { WebhookEndpoint } from '../endpoints/webhook-endpoint.js';
import type { Claim } from './delivery-claims.port.js';
import type { WebhookAttempt } from './webhook-attempt.js';
import type { DeliveryStatus, WebhookDelivery } from './webhook-delivery.js';

export interface RecoveryRequest {
  since: Date;
  until?: Date;
  endpointId?: string;
  eventTypes?: string[];
  /** True only counts what would be recovered. */
  dryRun?: boolean;
  /** True recovers also events that the fan-out has not come to yet; otherwise they are left to it. */
  withAwaited?: boolean;
}

export interface Recovery {
  recovered: number;
  hasMore: boolean;
}

export interface DeliveryFilters {
  ids?: readonly string[];
  /** Those that the claim holds. */
  claimId?: string;
  endpointId?: string;
  eventId?: string;
  status?: DeliveryStatus;
  /** Of the last attempt. */
  httpStatus?: number;
  since?: Date;
  until?: Date;
}

/** An endpoint that this process can send events to as soon as they are fanned out. */
export interface Receiver {
  endpoint: WebhookEndpoint;
  /** The claims of it that this process holds. */
  held: readonly Claim[];
}

export interface FannedOut {
  /** Endpoints that have got deliveries. */
  endpointIds: string[];
  /** Claims of deliveries that receivers are to be sent at once; each has at least one. */
  claims: Claim[];
}

export abstract class WebhookDeliveries extends Store<WebhookDelivery, DeliveryFilters> {
  /**
   * Makes one delivery of each event for each enabled endpoint that wants it, and none where there is one already. A receiver that is healthy,
   * gets nothing from other workers and has nothing due gets its deliveries as a claim instead, as far as the limit of the tenant allows.
   */
  abstract fanOut(range: EventRange, firstWaitSeconds: number, receivers?: readonly Receiver[]): Promise<FannedOut>;

  /** Puts up to 10,000 missed events back on their way, the oldest first. */
  abstract recover(request: RecoveryRequest): Promise<Recovery>;

  /** When the oldest event happened that the endpoint has missed; `missedSince` itself where no skipped delivery is of an older one. */
  abstract oldestMissed(endpointId: string, missedSince: Date): Promise<Date>;

  /** Skips all open deliveries of an endpoint that was disabled or deleted at that instant. */
  abstract skipOpen(endpointId: string, at: Date): Promise<void>;
}

/** The attempts of deliveries, the newest first. */
export abstract class WebhookAttempts {
  abstract pageOf(deliveryId: string, request: PageRequest): Promise<Page<WebhookAttempt>>;
}
