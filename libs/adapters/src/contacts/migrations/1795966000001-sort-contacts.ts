import { SqlMigration } from '@tandem/platform/schema/sql-migration';

export class SortContacts1795966000001 extends SqlMigration {
  protected readonly change = `
      alter table contacts add column sort_name text generated always as (left(display_name, 300)) stored;
      create index contacts_by_change on contacts (tenant_id, updated_at, id);
      create index contacts_by_name on contacts (tenant_id, sort_name collate "und-x-icu", id)`;
  protected readonly undo =
    'drop index contacts_by_change, contacts_by_name; alter table contacts drop column sort_name';
}
