import { Entity } from '../../core/entity.js';
import { conflict } from '../../core/errors.js';
import { type Answer, type AttemptNote, noteOf } from './answer.js';
import { nextTry, type RetryTerms } from './retry-terms.js';

export const deliveryStatuses = ['pending', 'in_flight', 'retrying', 'succeeded', 'exhausted', 'skipped'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

/** One event on its way to one endpoint. */
export class WebhookDelivery extends Entity {
  static readonly noun = 'webhook_delivery';
  static override readonly channels = ['webhooks'];
  endpointId: string;
  eventId: string;
  eventType: string;
  sequence: number;
  status: DeliveryStatus = 'pending';
  /** How many attempts were made in all; so it is also the number of the last one. */
  attemptCount = 0;
  /** How many of them count towards the present retry schedule. */
  tries = 0;
  /** When it is to be sent; while it is in flight, when it was to be sent; null when nothing is left to do. */
  dueAt: Date | null;
  claimId: string | null = null;
  httpStatus: number | null = null;
  errorMessage: AttemptNote | null = null;
  lastAttemptAt: Date | null = null;
  completedAt: Date | null = null;
  /** True for one that was missed and is sent again; it waits behind those that are not. */
  isRecovered = false;

  constructor(fields: { endpointId: string; eventId: string; eventType: string; sequence: number }) {
    super();
    this.endpointId = fields.endpointId;
    this.eventId = fields.eventId;
    this.eventType = fields.eventType;
    this.sequence = fields.sequence;
    this.dueAt = this.createdAt;
  }

  /** That a `webhook_delivery.exhausted` was itself not delivered is told to nobody: two dead endpoints would tell of each other for ever. */
  override get isPublic(): boolean {
    return this.status === 'exhausted' && this.eventType !== 'webhook_delivery.exhausted';
  }

  get nextAttemptAt(): Date | null {
    return this.status === 'pending' || this.status === 'retrying' ? this.dueAt : null;
  }

  /** True while it may still be sent. */
  get isOpen(): boolean {
    return this.dueAt !== null;
  }

  /** True when it was given up before a try succeeded or the last one failed. */
  get isSkipped(): boolean {
    return this.status === 'skipped';
  }

  /** True when the endpoint missed it: it ended without a success. */
  get isRecoverable(): boolean {
    return this.status === 'exhausted' || this.isSkipped;
  }

  /** Marks it as being sent by the holder of the claim; others may send it once the claim's lease ends. */
  begin(claimId: string): void {
    if (!this.isOpen) return;
    this.status = 'in_flight';
    this.claimId = claimId;
    this.attemptCount++;
  }

  /** Takes `begin` back: it was claimed and not sent. One that was skipped meanwhile stays so. */
  giveBack(): void {
    if (this.status !== 'in_flight' && !this.isSkipped) return;
    this.claimId = null;
    this.attemptCount--;
    if (!this.isSkipped) this.status = this.tries > 0 ? 'retrying' : 'pending';
  }

  /** Stores the outcome of a try. */
  tried(answer: Answer, terms: RetryTerms): void {
    this.claimId = null;
    if (answer.error === 'worker_lost') return this.wait(terms.now);
    this.tries++;
    this.lastAttemptAt = terms.now;
    this.httpStatus = answer.httpStatus;
    this.errorMessage = noteOf(answer);
    if (!answer.error) return this.end('succeeded', terms.now);
    if (this.tries < terms.schedule.length) return this.wait(nextTry(this.tries, answer, terms));
    this.end('exhausted', terms.now);
    this.record('exhausted');
  }

  /** Gives it up if it is still open: the endpoint is disabled or deleted, or may not see the event any more. */
  skip(now: Date): void {
    if (!this.isOpen) return;
    this.claimId = null;
    this.end('skipped', now);
  }

  /** Queues it again if the endpoint missed it, behind those that were not missed. */
  recover(now: Date): void {
    if (!this.isRecoverable) return;
    this.startAnew();
    this.isRecovered = true;
    this.wait(now);
  }

  /** Makes it due at once; one that had ended gets all tries of the schedule again. */
  retry(endpoint: { isEnabled: boolean } | undefined, now: Date): void {
    if (!endpoint?.isEnabled) throw conflict('endpoint_disabled', 'The endpoint of this delivery is disabled.');
    if (this.status === 'in_flight') throw conflict('delivery_in_flight', 'This delivery is being sent right now.');
    if (this.completedAt) this.startAnew();
    this.isRecovered = false;
    this.wait(now);
    this.record('retried');
  }

  /** Gives it all tries of the schedule again. */
  private startAnew(): void {
    this.tries = 0;
    this.completedAt = null;
  }

  private wait(until: Date): void {
    this.status = this.tries > 0 ? 'retrying' : 'pending';
    this.dueAt = until;
  }

  private end(status: DeliveryStatus, now: Date): void {
    this.status = status;
    this.dueAt = null;
    this.completedAt = now;
  }
}
