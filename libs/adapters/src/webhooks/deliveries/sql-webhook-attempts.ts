import type { Page, PageRequest } from '@tandem/domain/core/page';
import type { WebhookAttempt } from '@tandem/domain/webhooks/deliveries/webhook-attempt';
import type { WebhookAttempts } from '@tandem/domain/webhooks/deliveries/webhook-deliveries.port';
import { equals } from '@tandem/platform/postgres/params';
import { SqlReader } from '@tandem/platform/store/sql-reader';
import { storeOf } from '@tandem/platform/store/store-of';
import { webhookAttemptTable } from './webhook-delivery.table.js';
import { attemptView } from './webhook-delivery.view.js';

interface OfDelivery {
  deliveryId?: string;
}

export class SqlWebhookAttempts
  extends storeOf(SqlReader<WebhookAttempt, OfDelivery>, {
    table: webhookAttemptTable,
    view: attemptView,
    filters: { deliveryId: equals('delivery_id') },
  })
  implements WebhookAttempts
{
  pageOf(deliveryId: string, request: PageRequest): Promise<Page<WebhookAttempt>> {
    return this.page({ ...request, deliveryId });
  }
}
