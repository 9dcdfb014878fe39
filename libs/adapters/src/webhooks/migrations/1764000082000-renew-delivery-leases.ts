import { sweeperRole } from '@tandem/platform/postgres/connection';
import type { Migration, QueryRunner } from '@tandem/platform/postgres/table';

/** A worker renews the leases of everything it is sending, of whatever tenant, by one statement. */
export class RenewDeliveryLeases1764000082000 implements Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`grant update (due_at) on webhook_deliveries to ${sweeperRole}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`revoke update (due_at) on webhook_deliveries from ${sweeperRole}`);
  }
}
