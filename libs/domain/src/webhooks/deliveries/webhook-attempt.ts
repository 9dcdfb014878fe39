import { Entity } from '../../core/entity.js';
import type { AttemptNote } from './attempt-result.js';

/** Stored when it begins, so that it is known even if the worker dies. */
export class WebhookAttempt extends Entity {
  static readonly resourceType = 'webhook_attempt';
  deliveryId!: string;
  number!: number;
  finishedAt: Date | null = null;
  httpStatus: number | null = null;
  errorMessage: AttemptNote | null = null;
  responseTimeMs: number | null = null;
  responseBody: string | null = null;
}
