import { tenantRows } from '@tandem/platform/schema/row-security';
import { SqlMigration } from '@tandem/platform/schema/sql-migration';

export class CreateDeals1795965317706 extends SqlMigration {
  protected readonly change = `
      create table deals (
        tenant_id uuid not null,
        id uuid not null,
        pipeline_id uuid not null,
        -- No key: a deleted deal may be in a stage that was removed.
        stage_id uuid not null,
        name text not null,
        amount_cents bigint check (amount_cents between 0 and 9007199254740991),
        currency text not null,
        confidence int not null check (confidence between 0 and 100),
        has_own_confidence boolean not null,
        expected_close_date date,
        owner_id uuid,
        contact_ids uuid[] not null,
        metadata jsonb not null,
        status text not null check (status in ('open', 'won', 'lost')),
        position int not null,
        closed_at timestamptz,
        lost_reason text,
        deleted_at timestamptz,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        -- Currencies from A to Z, the largest amounts first and missing ones last.
        amount_order text collate "C" generated always as
          (currency || case when amount_cents is null then '~'
            else lpad((9007199254740991 - amount_cents)::text, 16, '0') end) stored,
        primary key (tenant_id, id),
        check ((closed_at is null) = (status = 'open')),
        check (lost_reason is null or status = 'lost')
      );
      create index deals_by_age on deals (tenant_id, created_at desc, id desc);
      create index deals_by_pipeline on deals (tenant_id, pipeline_id, created_at desc, id desc);
      create index deals_by_stage on deals (tenant_id, stage_id, position, id);
      create index deals_by_change on deals (tenant_id, updated_at, id);
      create index deals_by_close_date on deals
        (tenant_id, (case when expected_close_date is null then 'infinity' else expected_close_date end), id);
      create index deals_by_close_date_reversed on deals
        (tenant_id, (case when expected_close_date is null then '-infinity' else expected_close_date end), id);
      create index deals_by_amount on deals (tenant_id, amount_order, id);
      create index deals_by_amount_reversed on deals
        (tenant_id, ((case when amount_cents is null then currency else amount_order end) collate "C"), id);
      create index deals_in_order on deals (tenant_id, position, id);
      create index deals_by_owner on deals (tenant_id, owner_id, created_at desc, id desc) where owner_id is not null;
      ${tenantRows('deals')}

      -- Finds the deals of a contact: the array cannot be indexed together with the tenant.
      create table deal_contacts (
        tenant_id uuid not null,
        deal_id uuid not null,
        contact_id uuid not null,
        primary key (tenant_id, deal_id, contact_id),
        constraint deal_contacts_deal_id_fkey foreign key (tenant_id, deal_id) references deals (tenant_id, id)
      );
      create index deal_contacts_by_contact on deal_contacts (tenant_id, contact_id, deal_id);
      ${tenantRows('deal_contacts', { application: 'select, insert, delete' })}`;
  protected readonly undo = 'drop table deal_contacts, deals';
}
