import { SqlMigration } from '@tandem/platform/schema/sql-migration';

export class IndexRuns1795971000002 extends SqlMigration {
  protected readonly change = `
      create index agent_runs_by_age on agent_runs (tenant_id, created_at desc, id desc);
      create index agent_runs_failed on agent_runs (tenant_id, finished_at) where status = 'failed'`;
  protected readonly undo = 'drop index agent_runs_failed, agent_runs_by_age';
}
