import type { Migration, QueryRunner } from '../store/table.js';

export abstract class SqlMigration implements Migration {
  protected abstract readonly change: string;
  protected abstract readonly undo: string;

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(this.change);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(this.undo);
  }
}
