import { applicationRole } from '@tandem/platform/postgres/connection';
import { storedResponsesTable } from '@tandem/platform/schema/stored-responses-table';
import { tenantRows } from '@tandem/platform/schema/row-security';
import { SqlMigration } from '@tandem/platform/schema/sql-migration';

export class CreateTenants1764000001000 extends SqlMigration {
  protected readonly change = `
      create table tenants (
        tenant_id uuid not null,
        id uuid not null,
        name text not null,
        slug text not null,
        timezone text not null,
        default_country text,
        settings jsonb not null,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        primary key (tenant_id, id),
        check (id = tenant_id)
      );
      ${tenantRows('tenants', {
        application: 'select, insert, update',
        // Shown to the operator.
        sweeper: 'select (tenant_id, id, name, slug, timezone, default_country, settings, created_at, updated_at)',
      })}

      create table tenant_slugs (
        slug text not null,
        tenant_id uuid not null,
        constraint tenant_slugs_slug_key primary key (slug)
      );
      grant select, insert on tenant_slugs to ${applicationRole};
      ${storedResponsesTable}`;
  protected readonly undo = 'drop table answered_requests, tenant_slugs, tenants';
}
