import { SqlMigration } from '@tandem/platform/schema/sql-migration';

export class SortNotes1795966000002 extends SqlMigration {
  protected readonly change = `
      alter table notes add column sort_title text generated always as (left(title, 300)) stored;
      create index notes_by_change on notes (tenant_id, updated_at, id);
      create index notes_by_title on notes (tenant_id, sort_title collate "und-x-icu", id)`;
  protected readonly undo = 'drop index notes_by_change, notes_by_title; alter table notes drop column sort_title';
}
