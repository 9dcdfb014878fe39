import { Entity } from '../../core/entity.js';
import type { AttemptError } from './webhook-delivery.js';

/** One sending of a delivery; made when it begins, so that a worker's end hides none. */
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
