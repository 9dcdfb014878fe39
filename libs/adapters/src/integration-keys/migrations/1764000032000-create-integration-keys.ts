import { tenantRows } from '@tandem/platform/schema/row-security';
import { SqlMigration } from '@tandem/platform/schema/sql-migration';

export class CreateIntegrationKeys1764000032000 extends SqlMigration {
  protected readonly change = `
      create table integration_keys (
        tenant_id uuid not null,
        id uuid not null,
        provider text not null,
        base_url text,
        address text,
        key_hint text,
        sealed_key text,
        last_verified_at timestamptz,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        primary key (tenant_id, id),
        check ((sealed_key is null) = (key_hint is null)),
        constraint integration_keys_provider_key unique (tenant_id, provider)
      );
      create index integration_keys_by_age on integration_keys (tenant_id, created_at desc, id desc);
      ${tenantRows('integration_keys')}`;
  protected readonly undo = 'drop table integration_keys';
}
