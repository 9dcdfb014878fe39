import { sweeperMay } from '@tandem/platform/postgres/row-security';
import type { Migration, QueryRunner } from '@tandem/platform/postgres/table';

export class SweepFewWebhookColumns1764000092008 implements Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ${sweeperMay('webhook_endpoints', 'select (tenant_id, id, is_enabled, missed_since, deleted_at)')}
      ${sweeperMay('webhook_endpoint_healths', 'select (tenant_id, id, held_until)')}
      ${sweeperMay('webhook_deliveries', 'select (tenant_id, id, endpoint_id, due_at, claim_id), update (due_at)')}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ${sweeperMay('webhook_endpoints', 'select')}
      ${sweeperMay('webhook_endpoint_healths', 'select')}
      ${sweeperMay('webhook_deliveries', 'select, update (due_at)')}`);
  }
}
