import type { WebhookDelivery } from '@tandem/domain/webhooks/webhook-delivery';
import { Database } from '@tandem/platform/postgres/database';
import { SqlStore } from '@tandem/platform/postgres/sql-store';
import { webhookDeliveryTable } from './webhook-delivery.table.js';
import { deliveryView } from './webhook-delivery.view.js';

/** The deliveries of a claim, changed together. */
export class SqlClaimedDeliveries extends SqlStore<WebhookDelivery> {
  static needs = [Database] as const;

  constructor(database: Database) {
    super(database, { table: webhookDeliveryTable, view: deliveryView });
  }

  /** Applies the rule to each of the deliveries that the claim still holds; all changes and events go in one round trip. */
  async changeClaimed(
    claimId: string,
    ids: readonly string[],
    rule: (delivery: WebhookDelivery) => void,
  ): Promise<void> {
    const held = await this.select(
      (bind) => `t.claim_id = ${bind(claimId)} and t.id = any(${bind(ids)}::uuid[])`,
      'order by t.id for update of t',
    );
    const statements = held.flatMap((delivery) => {
      rule(delivery);
      const { statement, changes } = this.map.update(delivery);
      return [...(statement ? [statement] : []), ...this.eventsOf(delivery, changes)];
    });
    await this.write(statements);
  }
}
