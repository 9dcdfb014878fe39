import { tenantRows } from '@tandem/platform/schema/row-security';
import { SqlMigration } from '@tandem/platform/schema/sql-migration';

export class CreateNotes1764000007500 extends SqlMigration {
  protected readonly change = `
      create table notes (
        tenant_id uuid not null,
        id uuid not null,
        title text not null,
        body text not null,
        word_count int not null,
        notebook_id uuid not null,
        tags text[] not null,
        source_url text,
        is_pinned boolean not null,
        is_archived boolean not null,
        metadata jsonb not null,
        deleted_at timestamptz,
        created_at timestamptz not null,
        updated_at timestamptz not null,
        primary key (tenant_id, id),
        constraint notes_notebook_id_fkey foreign key (tenant_id, notebook_id) references notebooks (tenant_id, id)
      );
      create index notes_by_age on notes (tenant_id, created_at desc, id desc);
      create index notes_by_notebook on notes (tenant_id, notebook_id, created_at desc, id desc);
      ${tenantRows('notes')}

      -- References of a note by id, name or address, in normal form: see docs/decisions.
      create table note_links (
        tenant_id uuid not null,
        id uuid not null,
        note_id uuid not null,
        reference text not null,
        primary key (tenant_id, id),
        constraint note_links_once unique (tenant_id, note_id, reference),
        constraint note_links_note_id_fkey foreign key (tenant_id, note_id) references notes (tenant_id, id)
      );
      create index note_links_by_reference on note_links (tenant_id, reference, note_id);
      ${tenantRows('note_links', { application: 'select, insert, delete' })}

      -- For backlinks by former identifiers of a task.
      create index task_aliases_by_task on task_aliases (tenant_id, task_id);`;
  protected readonly undo = 'drop index task_aliases_by_task; drop table note_links, notes';
}
