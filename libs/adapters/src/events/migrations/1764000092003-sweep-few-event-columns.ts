import { sweeperMay } from '@tandem/platform/postgres/row-security';
import type { Migration, QueryRunner } from '@tandem/platform/postgres/table';

export class SweepFewEventColumns1764000092003 implements Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ${sweeperMay('events', 'select (tenant_id, id, type, sequence, is_public), update (sequence)')}
      ${sweeperMay('event_counters', 'select (tenant_id, last, noted), update (last, noted)')}
      ${sweeperMay('subscription_work', 'select, delete, insert (tenant_id, subscription, from_sequence, up_to), update (up_to, woken_at)')}
      ${sweeperMay('subscription_cursors', 'delete, select (tenant_id, subscription, sequence, attempts, failed_sequence, failing_since, retry_at)')}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ${sweeperMay('events', 'select, update (sequence)')}
      ${sweeperMay('event_counters', 'select, update')}
      ${sweeperMay('subscription_work', 'select, insert, update, delete')}
      ${sweeperMay('subscription_cursors', 'select, delete')}`);
  }
}
