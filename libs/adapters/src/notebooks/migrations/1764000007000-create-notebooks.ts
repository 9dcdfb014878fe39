import { tenantRows } from '@tandem/platform/schema/row-security';
import { SqlMigration } from '@tandem/platform/schema/sql-migration';

export class CreateNotebooks1764000007000 extends SqlMigration {
  protected readonly change = `
      create table notebooks (
        tenant_id uuid not null,
        id uuid not null,
        name text not null,
        description text,
        color text,
        is_default boolean not null,
        parent_id uuid,
        position int not null,
        metadata jsonb not null,
        deleted_at timestamptz,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        primary key (tenant_id, id),
        constraint notebooks_parent_id_fkey foreign key (tenant_id, parent_id) references notebooks (tenant_id, id),
        check (parent_id <> id),
        check (deleted_at is null or not is_default)
      );
      create unique index notebooks_default_key on notebooks (tenant_id) where is_default;
      create index notebooks_by_age on notebooks (tenant_id, created_at desc, id desc);
      create index notebooks_by_parent on notebooks (tenant_id, parent_id) where parent_id is not null;
      ${tenantRows('notebooks')}`;
  protected readonly undo = 'drop table notebooks';
}
