import { tenantRows } from '@tandem/platform/schema/row-security';
import { SqlMigration } from '@tandem/platform/schema/sql-migration';

export class CreateSearch1796000000000 extends SqlMigration {
  protected readonly change = `
      create table search_documents (
        tenant_id uuid not null,
        entity_type text not null,
        entity_id uuid not null,
        title_folded text not null,
        lexemes tsvector not null,
        is_closed boolean not null,
        updated_at timestamptz not null,
        primary key (tenant_id, entity_type, entity_id)
      );
      create index search_documents_by_update on search_documents (tenant_id, updated_at desc);
      -- So that the planner knows how common the words are that most texts have.
      alter table search_documents alter column lexemes set statistics 1000;
      ${tenantRows('search_documents')}

      create table search_words (
        tenant_id uuid not null,
        word text not null,
        last_seen timestamptz not null,
        primary key (tenant_id, word)
      );
      ${tenantRows('search_words')}

      -- One row for each tenant whose records were indexed by type, with the settings that this followed.
      create table search_progress (
        tenant_id uuid not null primary key,
        languages jsonb,
        indexed text[] not null default '{}',
        current_type text,
        after_id uuid,
        started_at timestamptz not null
      );
      ${tenantRows('search_progress', { sweeper: 'select (tenant_id, languages, indexed)' })}`;
  protected readonly undo = 'drop table search_documents, search_words, search_progress';
}
