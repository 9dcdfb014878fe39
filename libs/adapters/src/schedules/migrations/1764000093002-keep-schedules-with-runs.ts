import type { Migration, QueryRunner } from '@tandem/platform/store/table';

const link = (action = '') => `
  alter table agent_runs drop constraint agent_runs_schedule_id_fkey, add constraint agent_runs_schedule_id_fkey
    foreign key (tenant_id, schedule_id) references agent_schedules (tenant_id, id) ${action}`;

/** Whoever deletes a schedule takes it from its runs first. */
export class KeepSchedulesWithRuns1764000093002 implements Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(link());
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(link('on delete set null (schedule_id)'));
  }
}
