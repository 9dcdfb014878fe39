import type { Migration, QueryRunner } from '@tandem/platform/postgres/table';

export class FollowLivingTasks1764000060000 implements Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- However it comes about, no task is followed twice. A deleted one remembers whom it followed.
      drop index tasks_by_predecessor;
      create unique index tasks_by_predecessor on tasks (tenant_id, recurs_from) where recurs_from is not null and deleted_at is null;
      create index tasks_by_cancel on tasks (tenant_id, canceled_with) where canceled_with is not null`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop index tasks_by_predecessor, tasks_by_cancel;
      create unique index tasks_by_predecessor on tasks (tenant_id, recurs_from) where recurs_from is not null`);
  }
}
