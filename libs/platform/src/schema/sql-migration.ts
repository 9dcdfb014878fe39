import type { Migration, QueryRunner } from '../store/table.js';

/** A migration that is one text of SQL, and another that takes it back. */
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
