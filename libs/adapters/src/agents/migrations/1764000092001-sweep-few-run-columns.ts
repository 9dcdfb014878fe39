import { sweeperMay } from '@tandem/platform/postgres/row-security';
import type { Migration, QueryRunner } from '@tandem/platform/postgres/table';

export class SweepFewRunColumns1764000092001 implements Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ${sweeperMay('agent_runs', 'select (tenant_id, id, status, run_at, deadline_at, worker_id, lease_expires_at), update (lease_expires_at, last_heartbeat_at)')}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ${sweeperMay('agent_runs', 'select, update')}`);
  }
}
