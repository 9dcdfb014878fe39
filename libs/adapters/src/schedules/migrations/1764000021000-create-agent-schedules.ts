import { tenantRows } from '@tandem/platform/schema/row-security';
import { SqlMigration } from '@tandem/platform/schema/sql-migration';

export class CreateAgentSchedules1764000021000 extends SqlMigration {
  protected readonly change = `
      create table agent_schedules (
        tenant_id uuid not null,
        id uuid not null,
        blueprint text not null,
        cron_expression text not null,
        timezone text not null,
        input_template jsonb not null,
        enabled boolean not null,
        consecutive_failures int not null check (consecutive_failures >= 0),
        disabled_reason text,
        deadline_seconds int check (deadline_seconds > 0),
        budget_usd_cents bigint check (budget_usd_cents >= 0),
        model text,
        last_enqueued_at timestamptz,
        last_run_id uuid,
        last_succeeded_at timestamptz,
        next_at timestamptz,
        member_id uuid,
        rights jsonb not null,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        primary key (tenant_id, id),
        constraint agent_schedules_member_id_fkey
          foreign key (tenant_id, member_id) references members (tenant_id, id),
        check (enabled = (disabled_reason is null)),
        check (enabled or next_at is null)
      );
      -- No index by age: every firing would write to it, and a tenant's few schedules are sorted quickly.
      create index agent_schedules_next on agent_schedules (next_at) where next_at is not null;
      ${tenantRows('agent_schedules', { sweeper: 'select (tenant_id, id, next_at)' })}

      create index agent_runs_by_schedule on agent_runs (tenant_id, schedule_id) where schedule_id is not null;
      -- Partial, since a schedule may have any number of finished runs.
      create index agent_runs_open_of_schedule on agent_runs (tenant_id, schedule_id)
        where schedule_id is not null and status in ('queued', 'running');

      create table agent_schedule_ticks (
        tenant_id uuid not null,
        id uuid not null,
        schedule_id uuid not null,
        scheduled_for timestamptz not null,
        outcome text not null check (outcome in ('enqueued', 'missed', 'skipped_overlap', 'triggered')),
        run_id uuid,
        run_status text,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        primary key (tenant_id, id),
        constraint agent_schedule_ticks_time_key unique (tenant_id, schedule_id, scheduled_for),
        constraint agent_schedule_ticks_run_id_key unique (tenant_id, run_id)
      );
      -- Ticks and runs have no foreign key to the schedule: adding one, or deleting the schedule, locks its row.
      ${tenantRows('agent_schedule_ticks')}`;
  protected readonly undo = `
      drop index agent_runs_by_schedule, agent_runs_open_of_schedule;
      drop table agent_schedule_ticks, agent_schedules`;
}
