import { applicationRole } from '@tandem/platform/postgres/connection';
import { tenantRows } from '@tandem/platform/schema/row-security';
import { SqlMigration } from '@tandem/platform/schema/sql-migration';

export class CreateApiKeys1764000003000 extends SqlMigration {
  protected readonly change = `
      create table api_keys (
        tenant_id uuid not null,
        id uuid not null,
        member_id uuid not null,
        name text not null,
        environment text not null check (environment in ('live', 'test')),
        scopes text[] not null,
        is_active boolean not null,
        key_hint text not null,
        expires_at timestamptz,
        last_used_at timestamptz,
        revoked_at timestamptz,
        told_days_ahead int,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        primary key (tenant_id, id),
        check (revoked_at is null or not is_active),
        constraint api_keys_member_id_fkey foreign key (tenant_id, member_id) references members (tenant_id, id)
      );
      create index api_keys_by_age on api_keys (tenant_id, created_at desc, id desc);
      create index api_keys_by_expiry on api_keys (expires_at) where is_active and expires_at is not null;
      ${tenantRows('api_keys', { sweeper: 'select (tenant_id, id, is_active, expires_at, told_days_ahead)' })}

      create table api_key_hashes (
        hash text not null primary key,
        tenant_id uuid not null,
        api_key_id uuid not null,
        valid_until timestamptz
      );
      create index api_key_hashes_by_key on api_key_hashes (tenant_id, api_key_id);
      grant select, insert, update, delete on api_key_hashes to ${applicationRole};`;
  protected readonly undo = 'drop table api_key_hashes, api_keys';
}
