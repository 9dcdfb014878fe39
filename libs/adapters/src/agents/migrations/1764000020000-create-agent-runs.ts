import { tenantRows } from '@tandem/platform/schema/row-security';
import { SqlMigration } from '@tandem/platform/schema/sql-migration';

export class CreateAgentRuns1764000020000 extends SqlMigration {
  protected readonly change = `
      create table agent_runs (
        tenant_id uuid not null,
        id uuid not null,
        blueprint text not null,
        status text not null check (status in ('queued', 'running', 'succeeded', 'failed', 'cancelled')),
        input jsonb not null,
        output jsonb,
        run_at timestamptz not null,
        deadline_at timestamptz,
        budget_usd_cents bigint check (budget_usd_cents >= 0),
        cost_micro_usd bigint not null check (cost_micro_usd >= 0),
        platform_fee_cents bigint not null check (platform_fee_cents >= 0),
        committed_micro_usd bigint not null default 0 check (committed_micro_usd >= 0),
        reserved_micro_usd bigint not null default 0 check (reserved_micro_usd >= 0),
        attempt int not null check (attempt >= 0),
        consecutive_failures int not null,
        lost_in_row int not null,
        failure_category text,
        failure_detail text check (length(failure_detail) <= 2000),
        started_at timestamptz,
        finished_at timestamptz,
        schedule_id uuid,
        model text,
        member_id uuid,
        rights jsonb not null,
        worker_id uuid,
        lease_expires_at timestamptz,
        last_heartbeat_at timestamptz,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        primary key (tenant_id, id),
        constraint agent_runs_created_at_key unique (tenant_id, blueprint, created_at),
        constraint agent_runs_budget_check
          check (committed_micro_usd + reserved_micro_usd <= budget_usd_cents::numeric * 10000),
        check ((status = 'running') = (worker_id is not null)),
        check ((status in ('succeeded', 'failed', 'cancelled')) = (finished_at is not null))
      );
      create index agent_runs_queued on agent_runs (tenant_id, run_at) where status = 'queued';
      -- Partial: if it held every queued run, the planner would also use it to find the runs of a tenant.
      create index agent_runs_late on agent_runs (deadline_at) where status = 'queued' and deadline_at is not null;
      create index agent_runs_running on agent_runs (tenant_id) where status = 'running';
      create index agent_runs_leased on agent_runs (lease_expires_at) where status = 'running';
      create index agent_runs_claimed on agent_runs (worker_id) where worker_id is not null;
      ${tenantRows('agent_runs', {
        application: 'select, insert, update',
        sweeper:
          'select (tenant_id, id, status, run_at, deadline_at, worker_id, lease_expires_at), ' +
          'update (lease_expires_at, last_heartbeat_at)',
      })}

      create table agent_run_steps (
        tenant_id uuid not null,
        id uuid not null,
        run_id uuid not null,
        number int not null,
        name text not null,
        kind text not null check (kind in ('model', 'operation', 'app_call', 'code')),
        operation text,
        arguments jsonb,
        status text not null check (status in ('open', 'done', 'failed')),
        result jsonb,
        error jsonb,
        usage jsonb,
        cost_usd_micros bigint not null default 0 check (cost_usd_micros >= 0),
        bytes int not null default 0,
        shown jsonb,
        truncated boolean not null default false,
        attempt int not null,
        started_at timestamptz not null,
        finished_at timestamptz,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        primary key (tenant_id, id),
        constraint agent_run_steps_name_key unique (tenant_id, run_id, name),
        constraint agent_run_steps_number_key unique (tenant_id, run_id, number)
      );
      ${tenantRows('agent_run_steps', { application: 'select, insert, update' })}`;
  protected readonly undo = 'drop table agent_run_steps, agent_runs';
}
