import { tenantRows } from '@tandem/platform/schema/row-security';
import { SqlMigration } from '@tandem/platform/schema/sql-migration';

export class CreatePipelines1764000008500 extends SqlMigration {
  protected readonly change = `
      create table pipelines (
        tenant_id uuid not null,
        id uuid not null,
        name text not null,
        description text,
        display_order int not null,
        is_default boolean not null,
        metadata jsonb not null,
        deleted_at timestamptz,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        primary key (tenant_id, id),
        check (deleted_at is null or not is_default)
      );
      create unique index pipelines_default_key on pipelines (tenant_id) where is_default;
      create index pipelines_by_order on pipelines (tenant_id, display_order, created_at, id);
      ${tenantRows('pipelines')}

      create table pipeline_stages (
        tenant_id uuid not null,
        id uuid not null,
        pipeline_id uuid not null,
        name text not null,
        stage_type text not null check (stage_type in ('open', 'won', 'lost')),
        default_confidence int not null,
        display_order int not null,
        metadata jsonb not null,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        primary key (tenant_id, id),
        constraint pipeline_stages_pipeline_id_fkey
          foreign key (tenant_id, pipeline_id) references pipelines (tenant_id, id),
        -- Deferred, since stages are reordered row by row.
        constraint pipeline_stages_display_order_key
          unique (tenant_id, pipeline_id, display_order) deferrable initially deferred,
        check (default_confidence between case stage_type when 'won' then 100 else 0 end
          and case stage_type when 'lost' then 0 else 100 end)
      );
      ${tenantRows('pipeline_stages')}`;
  protected readonly undo = 'drop table pipeline_stages, pipelines';
}
