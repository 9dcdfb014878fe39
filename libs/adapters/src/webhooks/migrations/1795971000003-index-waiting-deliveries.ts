import { SqlMigration } from '@tandem/platform/schema/sql-migration';

export class IndexWaitingDeliveries1795971000003 extends SqlMigration {
  protected readonly change = `
      create index webhook_deliveries_pending on webhook_deliveries (tenant_id) where status = 'pending';
      create index webhook_deliveries_retrying on webhook_deliveries (tenant_id) where status = 'retrying';
      create index webhook_deliveries_exhausted on webhook_deliveries (tenant_id, completed_at)
        where status = 'exhausted'`;
  protected readonly undo = `
      drop index webhook_deliveries_exhausted, webhook_deliveries_retrying, webhook_deliveries_pending`;
}
