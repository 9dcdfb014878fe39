import { sweeperRole } from '@tandem/platform/postgres/connection';
import { SqlMigration } from '@tandem/platform/schema/sql-migration';

export class EndHolds1795967000002 extends SqlMigration {
  protected readonly change = `
      alter table webhook_endpoint_healths add column released_at timestamptz;
      alter table webhook_deliveries add column is_urgent boolean not null default false;
      create index webhook_deliveries_urgent on webhook_deliveries (tenant_id, endpoint_id)
        where is_urgent and due_at is not null;
      grant select (is_urgent) on webhook_deliveries to ${sweeperRole}`;
  protected readonly undo = `
      alter table webhook_deliveries drop column is_urgent;
      alter table webhook_endpoint_healths drop column released_at`;
}
