import type { Migration, QueryRunner } from '@tandem/platform/store/table';

export class ReadOnlyTools1764000094000 implements Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table app_tools add column is_read_only boolean not null default false');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table app_tools drop column is_read_only');
  }
}
