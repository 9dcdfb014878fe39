import { Parts } from '../../core/store.js';
import type { WebhookAttempt } from './webhook-attempt.js';

export abstract class WebhookAttempts extends Parts<WebhookAttempt> {}
