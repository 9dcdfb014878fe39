import type { Migration, QueryRunner } from '@tandem/platform/store/table';

export class NameModelsOfSchedules1764000094301 implements Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table agent_schedules add column model text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table agent_schedules drop column model');
  }
}
