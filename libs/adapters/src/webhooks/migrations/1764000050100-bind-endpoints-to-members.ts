import type { Migration, QueryRunner } from '@tandem/platform/postgres/table';

export class BindEndpointsToMembers1764000050100 implements Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table webhook_endpoints add member_id uuid,
        add constraint webhook_endpoints_member_id_fkey foreign key (tenant_id, member_id) references members (tenant_id, id)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table webhook_endpoints drop member_id');
  }
}
