import { tenantRows } from '@tandem/platform/schema/row-security';
import type { Migration, QueryRunner } from '@tandem/platform/store/table';

export class CreateIntegrationKeys1764000032000 implements Migration {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
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
      ${tenantRows('integration_keys')}`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table integration_keys');
  }
}
