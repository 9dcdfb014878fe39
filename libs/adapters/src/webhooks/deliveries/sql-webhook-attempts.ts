import type { WebhookAttempt } from '@tandem/domain/webhooks/deliveries/webhook-attempt';
import type { WebhookAttempts } from '@tandem/domain/webhooks/deliveries/webhook-attempts.port';
import { storeOf } from '@tandem/platform/store/store-of';
import { SqlParts } from '@tandem/platform/store/sql-parts';
import { webhookAttemptTable } from './webhook-delivery.table.js';
import { attemptView } from './webhook-delivery.view.js';

export class SqlWebhookAttempts
  extends storeOf(SqlParts<WebhookAttempt>, { table: webhookAttemptTable, view: attemptView, whole: 'delivery_id' })
  implements WebhookAttempts {}
