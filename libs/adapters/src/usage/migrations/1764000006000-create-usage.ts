import { tenantRows } from '@tandem/platform/schema/row-security';
import { SqlMigration } from '@tandem/platform/schema/sql-migration';

export class CreateUsage1764000006000 extends SqlMigration {
  protected readonly change = `
      create table usage_days (
        tenant_id uuid not null,
        id uuid not null,
        date date not null,
        request_count bigint not null default 0,
        read_count bigint not null default 0,
        write_count bigint not null default 0,
        search_count bigint not null default 0,
        export_count bigint not null default 0,
        x402_revenue_usdc numeric not null default 0,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now(),
        primary key (tenant_id, id),
        constraint usage_days_date_key unique (tenant_id, date)
      );
      ${tenantRows('usage_days')}`;
  protected readonly undo = 'drop table usage_days';
}
