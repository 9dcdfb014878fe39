import { SqlMigration } from '@tandem/platform/schema/sql-migration';

/** Finds the last success of an endpoint, so that a success writes nothing but its delivery. */
export class IndexSuccesses1795967000001 extends SqlMigration {
  protected readonly change = `
      create index webhook_deliveries_succeeded on webhook_deliveries (tenant_id, endpoint_id, completed_at)
        where status = 'succeeded'`;
  protected readonly undo = 'drop index webhook_deliveries_succeeded';
}
