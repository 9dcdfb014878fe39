import type { WebhookAttempt } from '@tandem/domain/webhooks/deliveries/webhook-attempt';
import type { WebhookAttempts } from '@tandem/domain/webhooks/deliveries/webhook-attempts.port';
import { Database } from '@tandem/platform/postgres/database';
import { SqlParts } from '@tandem/platform/postgres/sql-parts';
import { webhookAttemptTable } from './webhook-delivery.table.js';
import { attemptView } from './webhook-delivery.view.js';

export class SqlWebhookAttempts extends SqlParts<WebhookAttempt> implements WebhookAttempts {
  static needs = [Database] as const;

  constructor(database: Database) {
    super(database, { table: webhookAttemptTable, view: attemptView, whole: 'delivery_id' });
  }
}
