import { sweeperMay } from '@tandem/platform/postgres/row-security';
import type { Migration, QueryRunner } from '@tandem/platform/postgres/table';

export class SweepFewTaskColumns1764000092002 implements Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ${sweeperMay('tasks', 'select (tenant_id, id, snoozed_until, next_occurrence, deleted_at)')}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ${sweeperMay('tasks', 'select')}`);
  }
}
