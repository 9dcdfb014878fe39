import { clock } from '../../core/clock.js';
import { Entity } from '../../core/entity.js';
import { conflict } from '../../core/errors.js';
import { type AttemptResult, type AttemptNote, noteOf } from './attempt-result.js';
import { nextTry, type RetryTerms } from './retry-terms.js';

export const deliveryStatuses = ['pending', 'in_flight', 'retrying', 'succeeded', 'exhausted', 'skipped'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

/** A due delivery waits for a worker no longer than this, unless its endpoint has a backlog. */
const overdueMillis = 5000;

/** One event on its way to one endpoint. Transitions of many deliveries at once are in `delivery-transitions.ts`. */
export class WebhookDelivery extends Entity {
  static readonly resourceType = 'webhook_delivery';
  static override readonly channels = ['webhooks'];
  endpointId: string;
  eventId: string;
  eventType: string;
  sequence: number;
  status: DeliveryStatus = 'pending';
  attemptCount = 0;
  /** Attempts that count towards the current retry schedule. */
  tries = 0;
  /** When to send it; null once it has ended. */
  dueAt: Date | null;
  /** When others may send it, unless its worker renews the lease; null unless in flight. */
  leasedUntil: Date | null = null;
  httpStatus: number | null = null;
  errorMessage: AttemptNote | null = null;
  lastAttemptAt: Date | null = null;
  completedAt: Date | null = null;
  /** Recovered deliveries are sent after new ones. */
  isRecovered = false;
  /** Requested by a member: sent even while its endpoint is held. */
  isUrgent = false;

  constructor(fields: { endpointId: string; eventId: string; eventType: string; sequence: number }) {
    super();
    this.endpointId = fields.endpointId;
    this.eventId = fields.eventId;
    this.eventType = fields.eventType;
    this.sequence = fields.sequence;
    this.dueAt = this.createdAt;
  }

  /** An exhausted `webhook_delivery.exhausted` is not published: two dead endpoints would report each other forever. */
  override get isPublic(): boolean {
    return this.status === 'exhausted' && this.eventType !== 'webhook_delivery.exhausted';
  }

  /** Now, if it is overdue. In the store, not before the end of a hold either, unless it is urgent. */
  get nextAttemptAt(): Date | null {
    const { status, dueAt } = this;
    if (status !== 'pending' && status !== 'retrying') return null;
    const now = clock.now();
    return now.getTime() - dueAt!.getTime() > overdueMillis ? now : dueAt;
  }

  /** Schedules the next try, or ends after the last one. An attempt that has lost its lease changes nothing. */
  failed(attempt: number, result: AttemptResult, terms: RetryTerms): void {
    if (this.status !== 'in_flight' || this.attemptCount !== attempt) return;
    this.leasedUntil = null;
    if (result.error === 'worker_lost') return this.wait(terms.now);
    this.isUrgent = false;
    this.tries++;
    this.lastAttemptAt = terms.now;
    this.httpStatus = result.httpStatus;
    this.errorMessage = noteOf(result);
    if (this.tries < terms.schedule.length) return this.wait(nextTry(this.tries, result, terms));
    this.status = 'exhausted';
    this.dueAt = null;
    this.completedAt = terms.now;
    this.record('exhausted');
  }

  /** Makes it due at once, even during a hold; an ended one gets a full schedule again. */
  retry(endpoint: { isEnabled: boolean } | undefined, now: Date): void {
    if (!endpoint?.isEnabled) throw conflict('endpoint_disabled', 'The endpoint of this delivery is disabled.');
    if (this.status === 'in_flight') throw conflict('delivery_in_flight', 'This delivery is being sent right now.');
    if (this.completedAt) this.tries = 0;
    this.completedAt = null;
    this.isRecovered = false;
    this.isUrgent = true;
    this.wait(now);
    this.record('retried');
  }

  private wait(until: Date): void {
    this.status = this.tries > 0 ? 'retrying' : 'pending';
    this.dueAt = until;
  }
}
