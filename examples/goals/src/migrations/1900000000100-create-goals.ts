import { tenantRows } from '@tandem/platform/schema/row-security';
import type { Migration, QueryRunner } from '@tandem/platform/store/table';

export class CreateGoals1900000000100 implements Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table goals (
        tenant_id uuid not null,
        id uuid not null,
        title text not null,
        reached_at timestamptz,
        celebrated_at timestamptz,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        primary key (tenant_id, id)
      );
      create index goals_by_age on goals (tenant_id, created_at desc, id desc);
      ${tenantRows('goals')}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table goals');
  }
}
