import { SqlMigration } from '@tandem/platform/schema/sql-migration';

export class IndexEventsOfRuns1795931039431 extends SqlMigration {
  protected readonly change = `
      create index events_by_run on events (tenant_id, actor_id, id) with (fillfactor = 50) where actor_type = 'agent'`;
  protected readonly undo = 'drop index events_by_run';
}
