import { dropRowRules, rowRules } from '@tandem/platform/schema/row-rules';
import { tenantRows } from '@tandem/platform/schema/row-security';
import { SqlMigration } from '@tandem/platform/schema/sql-migration';

const rules = rowRules('projects', { identifier: 'text', status: 'text', start_date: 'date', target_date: 'date' }, [
  "identifier ~ '^[A-Z][A-Z0-9]{0,9}$'",
  "status in ('planned', 'active', 'paused', 'completed', 'canceled')",
  'target_date >= start_date',
]);

export class CreateProjects1764000004000 extends SqlMigration {
  protected readonly change = `
      create table projects (
        tenant_id uuid not null,
        id uuid not null,
        identifier text not null,
        name text not null,
        description text,
        status text not null,
        is_archived boolean not null,
        is_private boolean not null,
        metadata jsonb not null,
        next_task_number int not null,
        default_status_id uuid,
        start_date date,
        target_date date,
        deleted_at timestamptz,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        primary key (tenant_id, id)
      ) with (fillfactor = 70);
      create index projects_by_age on projects (tenant_id, created_at desc, id desc);
      ${rules}
      ${tenantRows('projects')}

      -- Current and former identifiers of projects: none is assigned twice, and former ones still resolve.
      create table project_identifiers (
        tenant_id uuid not null,
        identifier text not null,
        project_id uuid not null,
        constraint project_identifiers_identifier_key primary key (tenant_id, identifier),
        constraint project_identifiers_project_id_fkey
          foreign key (tenant_id, project_id) references projects (tenant_id, id)
      );
      ${tenantRows('project_identifiers', { application: 'select, insert' })}

      create table statuses (
        tenant_id uuid not null,
        id uuid not null,
        project_id uuid,
        name text not null,
        category text not null check (category in ('backlog', 'unstarted', 'started', 'completed', 'canceled')),
        position int not null,
        is_default boolean not null,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        primary key (tenant_id, id),
        constraint statuses_project_id_fkey foreign key (tenant_id, project_id) references projects (tenant_id, id)
      );
      create unique index statuses_default_key on statuses (tenant_id, project_id) nulls not distinct where is_default;
      -- Includes the id, so that the list, which every new task reads, needs no sort.
      create index statuses_by_project on statuses (tenant_id, project_id, position, id);
      ${tenantRows('statuses')}

      -- Checks a reference without a foreign key at the commit: if the record was deleted after it was read,
      -- the transaction is retried, and then finds another record or rejects the caller's.
      create function must_refer(is_there boolean, field text) returns void language plpgsql as $$
      begin
        if not is_there then
          raise serialization_failure using message = field || ' refers to nothing';
        end if;
      end $$;

      create table sections (
        tenant_id uuid not null,
        id uuid not null,
        project_id uuid not null,
        name text not null,
        position int not null,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        primary key (tenant_id, id),
        constraint sections_project_id_fkey foreign key (tenant_id, project_id) references projects (tenant_id, id)
      );
      create index sections_by_project on sections (tenant_id, project_id, position);
      ${tenantRows('sections')}`;
  protected readonly undo = `
      drop table sections, statuses, project_identifiers, projects;
      drop function must_refer(boolean, text);
      ${dropRowRules('projects')}`;
}
