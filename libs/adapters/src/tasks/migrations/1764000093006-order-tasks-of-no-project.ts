import type { Migration, QueryRunner } from '@tandem/platform/store/table';

/** Only tasks without a project are put behind the last by their positions: those of a project have theirs from its number. */
export class OrderTasksOfNoProject1764000093006 implements Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index tasks_by_position;
      create index tasks_by_position on tasks (tenant_id, position) where project_id is null`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index tasks_by_position;
      create index tasks_by_position on tasks (tenant_id, project_id, position)`);
  }
}
