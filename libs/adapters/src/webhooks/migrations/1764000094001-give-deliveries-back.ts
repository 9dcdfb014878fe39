import { applicationRole } from '@tandem/platform/postgres/database';
import type { Migration, QueryRunner } from '@tandem/platform/postgres/table';

/** An attempt that was claimed and never began leaves no trace. One that ends soon finds room beside itself. */
export class GiveDeliveriesBack1764000094001 implements Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      grant delete on webhook_attempts to ${applicationRole};
      alter table webhook_attempts set (fillfactor = 50)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      revoke delete on webhook_attempts from ${applicationRole};
      alter table webhook_attempts reset (fillfactor)`);
  }
}
