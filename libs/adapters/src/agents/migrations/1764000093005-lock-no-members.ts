import type { Migration, QueryRunner } from '@tandem/platform/store/table';

/** Members are never deleted; a foreign key would lock the one that all runs work for. */
export class LockNoMembers1764000093005 implements Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table agent_runs drop constraint agent_runs_member_id_fkey');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table agent_runs add constraint agent_runs_member_id_fkey
        foreign key (tenant_id, member_id) references members (tenant_id, id)`);
  }
}
