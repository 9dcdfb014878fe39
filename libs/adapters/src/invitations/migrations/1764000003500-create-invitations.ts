import { applicationRole } from '@tandem/platform/postgres/connection';
import { tenantRows } from '@tandem/platform/schema/row-security';
import { SqlMigration } from '@tandem/platform/schema/sql-migration';

export class CreateInvitations1764000003500 extends SqlMigration {
  protected readonly change = `
      create table invitations (
        tenant_id uuid not null,
        id uuid not null,
        email text not null,
        role text not null check (role in ('owner', 'admin', 'member', 'viewer')),
        access_policies jsonb not null,
        invited_by uuid,
        member_id uuid,
        code_hash text not null,
        expires_at timestamptz not null,
        claimed_at timestamptz,
        revoked_at timestamptz,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        primary key (tenant_id, id),
        check ((claimed_at is null) = (member_id is null)),
        check (claimed_at is null or revoked_at is null),
        constraint invitations_invited_by_fkey foreign key (tenant_id, invited_by) references members (tenant_id, id),
        constraint invitations_member_id_fkey foreign key (tenant_id, member_id) references members (tenant_id, id)
      );
      create index invitations_by_age on invitations (tenant_id, created_at desc, id desc);
      ${tenantRows('invitations')}

      create table invitation_hashes (
        hash text not null primary key,
        tenant_id uuid not null,
        invitation_id uuid not null
      );
      create index invitation_hashes_by_invitation on invitation_hashes (tenant_id, invitation_id);
      grant select, insert, delete on invitation_hashes to ${applicationRole};`;
  protected readonly undo = 'drop table invitation_hashes, invitations';
}
