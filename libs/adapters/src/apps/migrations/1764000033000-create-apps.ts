import { tenantRows } from '@tandem/platform/schema/row-security';
import { SqlMigration } from '@tandem/platform/schema/sql-migration';

export class CreateApps1764000033000 extends SqlMigration {
  protected readonly change = `
      create table apps (
        tenant_id uuid not null,
        id uuid not null,
        slug text not null,
        name text not null,
        url text not null,
        auth_type text not null check (auth_type in ('none', 'bearer')),
        sealed_token text,
        last_probed_at timestamptz,
        reachable boolean,
        last_probe_reason text,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        primary key (tenant_id, id),
        check (sealed_token is null or auth_type = 'bearer'),
        constraint apps_slug_key unique (tenant_id, slug)
      );
      create index apps_by_age on apps (tenant_id, created_at desc, id desc);
      ${tenantRows('apps')}

      create table app_tools (
        tenant_id uuid not null,
        id uuid not null,
        app_id uuid not null,
        name text not null,
        definition jsonb not null,
        definition_hash text not null,
        accepted_hash text not null,
        is_read_only boolean not null default false,
        deleted_at timestamptz,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        primary key (tenant_id, id),
        constraint app_tools_app_id_fkey
          foreign key (tenant_id, app_id) references apps (tenant_id, id) on delete cascade,
        constraint app_tools_name_key unique (tenant_id, app_id, name)
      );
      ${tenantRows('app_tools')}`;
  protected readonly undo = 'drop table app_tools, apps';
}
