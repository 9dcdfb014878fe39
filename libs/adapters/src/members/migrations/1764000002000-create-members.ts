import { tenantRows } from '@tandem/platform/schema/row-security';
import { SqlMigration } from '@tandem/platform/schema/sql-migration';

export class CreateMembers1764000002000 extends SqlMigration {
  protected readonly change = `
      create table members (
        tenant_id uuid not null,
        id uuid not null,
        name text not null,
        email text not null,
        role text not null check (role in ('owner', 'admin', 'member', 'viewer')),
        is_active boolean not null,
        metadata jsonb not null,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        primary key (tenant_id, id),
        constraint members_email_key unique (tenant_id, email)
      );
      create index members_by_age on members (tenant_id, created_at desc, id desc);
      ${tenantRows('members')}

      create table access_policies (
        tenant_id uuid not null,
        id uuid not null,
        member_id uuid not null,
        domain text not null,
        access_level text not null check (access_level in ('none', 'read', 'write', 'admin')),
        resource_filter jsonb,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        primary key (tenant_id, id),
        constraint access_policies_domain_key unique (tenant_id, member_id, domain),
        constraint access_policies_member_id_fkey foreign key (tenant_id, member_id) references members (tenant_id, id)
      );
      ${tenantRows('access_policies')}`;
  protected readonly undo = 'drop table access_policies, members';
}
