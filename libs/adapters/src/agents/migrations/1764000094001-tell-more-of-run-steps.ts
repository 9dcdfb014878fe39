import type { Migration, QueryRunner } from '@tandem/platform/store/table';

export class TellMoreOfRunSteps1764000094001 implements Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table agent_run_steps
        add column number int,
        add column kind text not null default 'code' check (kind in ('model', 'operation', 'app_call', 'code')),
        add column operation text,
        add column arguments jsonb,
        add column error jsonb,
        add column usage jsonb,
        add column cost_usd_micros bigint not null default 0 check (cost_usd_micros >= 0),
        add column started_at timestamptz,
        add column finished_at timestamptz,
        add column bytes int not null default 0,
        add column shown jsonb,
        add column truncated boolean not null default false,
        drop constraint agent_run_steps_status_check,
        add constraint agent_run_steps_status_check check (status in ('open', 'done', 'failed'));
      update agent_run_steps s set number = n.number, started_at = s.created_at,
        finished_at = case when s.status = 'done' then s.updated_at end
      from (select tenant_id, id, row_number() over (partition by tenant_id, run_id order by created_at, id) as number
        from agent_run_steps) n
      where (s.tenant_id, s.id) = (n.tenant_id, n.id);
      alter table agent_run_steps
        alter column number set not null,
        alter column started_at set not null,
        alter column kind drop default,
        add constraint agent_run_steps_number_key unique (tenant_id, run_id, number)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      delete from agent_run_steps where status = 'failed';
      alter table agent_run_steps
        drop constraint agent_run_steps_number_key,
        drop constraint agent_run_steps_status_check,
        add constraint agent_run_steps_status_check check (status in ('open', 'done')),
        drop column number, drop column kind, drop column operation, drop column arguments, drop column error, drop column usage,
        drop column cost_usd_micros, drop column started_at, drop column finished_at, drop column bytes, drop column shown,
        drop column truncated`);
  }
}
