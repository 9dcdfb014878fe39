import { GuardedContents } from '@tandem/domain/core/access/guarded-contents.service';
import { withoutScopes } from '@tandem/domain/core/access/reading';
import { Page, type PageRequest, Rendered } from '@tandem/domain/core/page';
import { currentScope } from '@tandem/domain/core/scope';
import { uses } from '@tandem/domain/core/use-case';
import type { WebhookAttempt } from '@tandem/domain/webhooks/deliveries/webhook-attempt';
import type { WebhookAttempts } from '@tandem/domain/webhooks/deliveries/webhook-deliveries.port';
import { equals } from '@tandem/platform/postgres/filters';
import { ofTenant } from '@tandem/platform/postgres/statements';
import { SqlReader } from '@tandem/platform/store/sql-reader';
import { storeOf } from '@tandem/platform/store/store-of';
import { attemptFields } from './webhook-delivery.fields.js';

interface OfDelivery {
  deliveryId?: string;
}

const subject = `select e.resource_type as "resourceType", e.resource_id as id
  from webhook_deliveries d join events e on ${ofTenant('e')} and e.id = d.event_id
  where ${ofTenant('d')} and d.id = $2`;

export class SqlWebhookAttempts
  extends uses(
    { contents: GuardedContents },
    storeOf(SqlReader<WebhookAttempt, OfDelivery>, {
      ...attemptFields,
      filters: { deliveryId: equals('delivery_id') },
    }),
  )
  implements WebhookAttempts
{
  /** A response may repeat the content that it was sent, so it is hidden with it. */
  async pageOf(deliveryId: string, request: PageRequest): Promise<Page<WebhookAttempt>> {
    const page = await this.page({ ...request, deliveryId });
    if (!(await this.isHidden(deliveryId))) return page;
    const silent = page.items.map(({ json }) => {
      const attempt = { ...(JSON.parse(json) as object), response_body: null };
      return new Rendered(JSON.stringify(attempt));
    });
    return new Page(silent, page.nextCursor);
  }

  private async isHidden(deliveryId: string): Promise<boolean> {
    const reader = withoutScopes(currentScope().rights);
    if (reader.isUnlimited) return false;
    const subjects = await this.database.queryOfTenant(subject, deliveryId);
    const hidden = await this.contents.hiddenFrom(
      reader,
      subjects as unknown as { resourceType: string; id: string }[],
    );
    return hidden.some(Boolean);
  }
}
