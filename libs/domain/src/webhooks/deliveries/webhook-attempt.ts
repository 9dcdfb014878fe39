import { Entity } from '../../core/entity.js';
import { type Answer, type AttemptNote, noteOf } from './answer.js';

/** One sending of a delivery; stored when it begins, so that it is known even if the worker dies. The first has the id of its delivery. */
export class WebhookAttempt extends Entity {
  static readonly noun = 'webhook_attempt';
  deliveryId: string;
  number: number;
  finishedAt: Date | null = null;
  httpStatus: number | null = null;
  errorMessage: AttemptNote | null = null;
  responseTimeMs: number | null = null;
  responseBody: string | null = null;

  constructor(fields: { deliveryId: string; number: number }) {
    super();
    this.deliveryId = fields.deliveryId;
    this.number = fields.number;
  }

  finish(answer: Answer, now: Date): void {
    if (this.finishedAt) return;
    this.finishedAt = now;
    this.httpStatus = answer.httpStatus;
    this.errorMessage = noteOf(answer);
    this.responseTimeMs = answer.responseTimeMs;
    this.responseBody = answer.responseBody;
  }

  /** The process that made it has ended, so nobody will ever know its outcome. */
  lose(now: Date): void {
    if (this.finishedAt) return;
    this.finishedAt = now;
    this.errorMessage = 'worker_lost';
  }
}
