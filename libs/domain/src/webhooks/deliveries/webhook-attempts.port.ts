import { Parts } from '../../core/store.js';
import type { WebhookAttempt } from './webhook-attempt.js';

/** The attempts of deliveries. */
export abstract class WebhookAttempts extends Parts<WebhookAttempt> {}
