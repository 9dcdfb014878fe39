import { SqlMigration } from '@tandem/platform/schema/sql-migration';

export class IndexOpenTasks1795971000001 extends SqlMigration {
  protected readonly change = `
      create index tasks_open on tasks (tenant_id, due)
        where completed_at is null and canceled_at is null and deleted_at is null`;
  protected readonly undo = 'drop index tasks_open';
}
