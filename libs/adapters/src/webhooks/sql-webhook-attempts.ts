import type { WebhookAttempt } from '@tandem/domain/webhooks/webhook-attempt';
import type { WebhookAttempts } from '@tandem/domain/webhooks/webhook-attempts.port';
import { Database } from '@tandem/platform/postgres/database';
import { equals } from '@tandem/platform/postgres/params';
import { SqlStore } from '@tandem/platform/postgres/sql-store';
import { webhookAttemptTable } from './webhook-delivery.table.js';
import { attemptView } from './webhook-delivery.view.js';

export class SqlWebhookAttempts extends SqlStore<WebhookAttempt> implements WebhookAttempts {
  static needs = [Database] as const;

  constructor(database: Database) {
    super(database, {
      table: webhookAttemptTable,
      view: attemptView,
      filters: { deliveryId: equals('delivery_id') },
    });
  }
}
