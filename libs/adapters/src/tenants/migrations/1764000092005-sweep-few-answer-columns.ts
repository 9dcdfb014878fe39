import { sweeperMay } from '@tandem/platform/postgres/row-security';
import type { Migration, QueryRunner } from '@tandem/platform/postgres/table';

export class SweepFewAnswerColumns1764000092005 implements Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- What the operator is shown of each tenant.
      ${sweeperMay('tenants', 'select (tenant_id, id, name, slug, timezone, default_country, settings, created_at, updated_at)')}
      ${sweeperMay('answered_requests', 'select (tenant_id, id, created_at), delete')}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ${sweeperMay('tenants', 'select')}
      ${sweeperMay('answered_requests', 'select, delete')}`);
  }
}
