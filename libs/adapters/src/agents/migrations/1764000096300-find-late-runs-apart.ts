import type { Migration, QueryRunner } from '@tandem/platform/store/table';

/**
 * The index of deadlines held every queued run, so a planner whose statistics knew of none took it to find those of a tenant: after many
 * were stored at once each claim read and sorted them all. Now it can only be used by who asks for a deadline.
 */
export class FindLateRunsApart1764000096300 implements Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index agent_runs_late;
      create index agent_runs_late on agent_runs (deadline_at) where status = 'queued' and deadline_at is not null`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index agent_runs_late;
      create index agent_runs_late on agent_runs (deadline_at) where status = 'queued'`);
  }
}
