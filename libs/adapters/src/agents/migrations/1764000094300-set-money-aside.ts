import type { Migration, QueryRunner } from '@tandem/platform/store/table';

/** What a run has spent and set aside can never be more than its budget, whatever the code does. */
export class SetMoneyAside1764000094300 implements Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table agent_runs
        add column model text,
        add column committed_micro_usd bigint not null default 0 check (committed_micro_usd >= 0),
        add column reserved_micro_usd bigint not null default 0 check (reserved_micro_usd >= 0),
        add constraint agent_runs_budget_check
          check (committed_micro_usd + reserved_micro_usd <= budget_usd_cents::numeric * 10000)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table agent_runs
        drop constraint agent_runs_budget_check,
        drop column model, drop column committed_micro_usd, drop column reserved_micro_usd`);
  }
}
