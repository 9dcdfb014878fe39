import type { Migration, QueryRunner } from '@tandem/platform/store/table';

/** No foreign key asks for the category of a status any more. */
export class ReferToStatusesById1764000093004 implements Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table statuses drop constraint statuses_category_key');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table statuses add constraint statuses_category_key unique (tenant_id, id, category)');
  }
}
