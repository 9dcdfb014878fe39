import { Entity } from '../../core/entity.js';
import type { AttemptError } from './webhook-delivery.js';

/** One sending of a delivery; stored when it begins, so that it is known even if the worker dies. */
export class WebhookAttempt extends Entity {
  static readonly noun = 'webhook_attempt';
  deliveryId!: string;
  number!: number;
  finishedAt!: Date | null;
  httpStatus!: number | null;
  errorMessage!: AttemptError | null;
  responseTimeMs!: number | null;
  responseBody!: string | null;
}
