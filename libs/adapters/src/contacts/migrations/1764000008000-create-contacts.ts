import { tenantRows } from '@tandem/platform/schema/row-security';
import { SqlMigration } from '@tandem/platform/schema/sql-migration';

export class CreateContacts1764000008000 extends SqlMigration {
  protected readonly change = `
      create table contacts (
        tenant_id uuid not null,
        id uuid not null,
        display_name text not null,
        kind text not null check (kind in ('individual', 'group', 'org', 'location', 'application', 'device')),
        avatar_url text,
        bio text,
        family_name text,
        given_name text,
        language text,
        middle_name text,
        nickname text,
        prefix text,
        suffix text,
        timezone text,
        vcard_uid text not null,
        metadata jsonb not null,
        -- Never a merged contact itself, so a former id resolves in one step.
        merged_into uuid,
        deleted_at timestamptz,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        primary key (tenant_id, id),
        constraint contacts_merged_into_fkey foreign key (tenant_id, merged_into) references contacts (tenant_id, id),
        check (merged_into <> id),
        check (merged_into is null or deleted_at is not null)
      );
      create unique index contacts_vcard_uid_key on contacts (tenant_id, vcard_uid) where deleted_at is null;
      create index contacts_by_age on contacts (tenant_id, created_at desc, id desc);
      create index contacts_by_survivor on contacts (tenant_id, merged_into) where merged_into is not null;
      ${tenantRows('contacts')}

      create table contact_channels (
        tenant_id uuid not null,
        id uuid not null,
        contact_id uuid not null,
        type text not null,
        value text not null,
        normalized_value text not null,
        label text,
        is_primary boolean not null,
        is_exclusive boolean not null,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        primary key (tenant_id, id),
        constraint contact_channels_contact_id_fkey
          foreign key (tenant_id, contact_id) references contacts (tenant_id, id)
      );
      create unique index contact_channels_channel_key on contact_channels (tenant_id, type, normalized_value)
        where is_exclusive;
      create index contact_channels_by_value on contact_channels (tenant_id, normalized_value, type);
      create index contact_channels_by_contact on contact_channels (tenant_id, contact_id, created_at desc, id desc);
      ${tenantRows('contact_channels')}`;
  protected readonly undo = 'drop table contact_channels, contacts';
}
