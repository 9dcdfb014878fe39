import type { Migration, QueryRunner } from '@tandem/platform/store/table';

export class ListAllRuns1764000094100 implements Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('create index agent_runs_by_age on agent_runs (tenant_id, created_at desc, id desc)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index agent_runs_by_age');
  }
}
