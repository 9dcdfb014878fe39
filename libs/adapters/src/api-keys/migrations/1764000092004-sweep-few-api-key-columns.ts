import { sweeperMay } from '@tandem/platform/postgres/row-security';
import type { Migration, QueryRunner } from '@tandem/platform/postgres/table';

export class SweepFewApiKeyColumns1764000092004 implements Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ${sweeperMay('api_keys', 'select (tenant_id, id, is_active, expires_at, told_days_ahead)')}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ${sweeperMay('api_keys', 'select')}`);
  }
}
