import type { Migration, QueryRunner } from '@tandem/platform/store/table';

/** A schedule may have any number of runs that are over. */
export class FindOpenRunsOfSchedules1764000094200 implements Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create index agent_runs_open_of_schedule on agent_runs (tenant_id, schedule_id)
      where schedule_id is not null and status in ('queued', 'running')`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop index agent_runs_open_of_schedule');
  }
}
