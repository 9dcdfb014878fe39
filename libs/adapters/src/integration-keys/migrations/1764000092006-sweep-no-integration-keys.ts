import { sweeperMay } from '@tandem/platform/postgres/row-security';
import type { Migration, QueryRunner } from '@tandem/platform/postgres/table';

export class SweepNoIntegrationKeys1764000092006 implements Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ${sweeperMay('integration_keys')}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ${sweeperMay('integration_keys', 'select')}`);
  }
}
