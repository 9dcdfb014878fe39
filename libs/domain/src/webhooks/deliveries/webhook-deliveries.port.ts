import type { EventRange } from '../../core/events/happened.js';
import type { Page, PageRequest } from '../../core/page.js';
import { Store } from '../../core/store.js';
import type { WebhookAttempt } from './webhook-attempt.js';
import type { DeliveryStatus, WebhookDelivery } from './webhook-delivery.js';

export interface RecoveryRequest {
  since: Date;
  until?: Date;
  endpointId?: string;
  eventTypes?: string[];
  /** Only counts what would be recovered. */
  dryRun?: boolean;
  /** True also recovers events that the fan-out has not reached yet; otherwise they are left to it. */
  withAwaited?: boolean;
  /** True also recovers what waits for its next retry or for the end of a hold. Locks the healths of the endpoints. */
  withWaiting?: boolean;
}

export interface Recovery {
  recovered: number;
  hasMore: boolean;
}

export interface DeliveryFilters {
  ids?: readonly string[];
  endpointId?: string;
  eventId?: string;
  status?: DeliveryStatus;
  httpStatus?: number;
  since?: Date;
  until?: Date;
  isPending?: true;
  isRetrying?: true;
  exhaustedSince?: Date;
}

export abstract class WebhookDeliveries extends Store<WebhookDelivery, DeliveryFilters> {
  /** Creates the missing deliveries to enabled endpoints that want these events; resolves to their number. */
  abstract fanOut(range: EventRange, firstWaitSeconds: number): Promise<number>;

  /** Makes up to 10,000 missed events due again, the oldest first. */
  abstract recover(request: RecoveryRequest): Promise<Recovery>;

  /** The time of the oldest event that the endpoint missed; `missedSince` if no skipped delivery is older. */
  abstract oldestMissed(endpointId: string, missedSince: Date): Promise<Date>;

  /** Skips all open deliveries of an endpoint that was disabled or deleted at that instant. */
  abstract skipOpen(endpointId: string, at: Date): Promise<void>;

  /** Wakes the workers after the commit; otherwise the sweep finds due deliveries within seconds. */
  abstract sendSoon(): Promise<void>;
}

/** The attempts of deliveries, the newest first. */
export abstract class WebhookAttempts {
  abstract pageOf(deliveryId: string, request: PageRequest): Promise<Page<WebhookAttempt>>;
}
