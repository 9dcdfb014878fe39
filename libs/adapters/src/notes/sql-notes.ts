import { newId } from '@tandem/domain/core/id';
import type { LinkableType } from '@tandem/domain/core/vocabulary';
import { List } from '@tandem/domain/core/page';
import { asConsequence, currentScope } from '@tandem/domain/core/scope';
import type { NotebookNotes } from '@tandem/domain/notebooks/notebooks.port';
import type { Note } from '@tandem/domain/notes/note';
import type { NoteFilters, Notes } from '@tandem/domain/notes/notes.port';
import type { Statement } from '@tandem/platform/postgres/batch';
import type { Position } from '@tandem/platform/postgres/cursors';
import { storeOf } from '@tandem/platform/store/store-of';
import { contains, equals, type FiltersOf } from '@tandem/platform/postgres/filters';
import { type Bind, ofTenant, rowsOf, tenantStatement } from '@tandem/platform/postgres/statements';
import { positionOf } from '@tandem/platform/store/page-bytes';
import { SqlStore } from '@tandem/platform/store/sql-store';
import { visibleNotebooks } from '../access/visible-notebooks.js';
import { noteFields } from './note.fields.js';
import { referencesTo } from './reference-forms.js';
import { noteSorts } from './note-sorts.js';

const filters: FiltersOf<NoteFilters> = {
  notebookId: equals('notebook_id'),
  tag: (tag, bind) => `${bind(tag.normalize('NFC'))} = any(t.tags)`,
  isArchived: equals('is_archived'),
  isPinned: equals('is_pinned'),
  updatedAfter: (instant, bind) => `t.updated_at > ${bind(instant)}`,
  q: contains('title', 'body'),
};

const maxBacklinks = 1000;
const latestFirst = 'order by t.updated_at desc, t.id desc';

const referring = (id: string, references: string) => `
  select n.note_id ${rowsOf('note_links', 'n')} and n.reference = any(${references}::text[])
  union select l.entity_id ${rowsOf('task_links', 'l')} and l.task_id = ${id} and l.entity_type = 'note'`;

export class SqlNotes
  extends storeOf(SqlStore<Note, NoteFilters>, { ...noteFields, filters, searches: ['q'], sorts: noteSorts })
  implements Notes, NotebookNotes
{
  /** Fewer than the default, since a note may have a megabyte. */
  protected override readonly atOnce = 20;

  async backlinks(type: LinkableType, id: string, cursor?: string): Promise<List<Note>> {
    const { tenantId } = currentScope();
    const { cursors } = this.database;
    const list = JSON.stringify(['backlinks', type, id]);
    const after = cursor === undefined ? undefined : cursors.decode(cursor, list, tenantId);
    const references = await referencesTo(type, id, this.database);
    const listed = { key: 't.updated_at::text', sorted: latestFirst };
    const { rendered, last, isCut } = await this.pages.list(maxBacklinks, listed, (bind) => {
      const further = after ? `and ${isBefore(after, bind)}` : '';
      return `${this.rows(bind)} and t.id in (${referring(bind(id), bind(references))}) ${further}`;
    });
    const next = isCut ? cursors.encode(positionOf(last!), list, tenantId) : null;
    return new List(rendered, isCut, next);
  }

  async titles(max: number): Promise<{ id: string; title: string }[]> {
    const latest = (bind: Bind) => `${this.rows(bind)} ${latestFirst} limit ${bind(max)}`;
    return (await this.query((bind) => `select t.id, t.title ${latest(bind)}`)) as { id: string; title: string }[];
  }

  async moveAll(from: string, to: string): Promise<void> {
    await asConsequence(() => this.changeEach({ notebookId: from }, (note) => note.moveTo(to)));
  }

  /** Replaces the references, but keeps the rows of unchanged ones. */
  protected override alsoWritten({ id, references }: Note): Statement[] {
    if (!references) return [];
    const ids = references.map(() => newId());
    return [tenantStatement(dropReferences, id, references), tenantStatement(addReferences, id, references, ids)];
  }

  protected override visible(bind: Bind): string | undefined {
    return visibleNotebooks('t.notebook_id', bind);
  }
}

const dropReferences = `delete from note_links t
  where ${ofTenant()} and t.note_id = $2 and t.reference <> all($3::text[])`;
const addReferences = `insert into note_links (tenant_id, id, note_id, reference)
  select $1, given.id, $2, given.reference from unnest($3::text[], $4::uuid[]) as given (reference, id)
  on conflict (tenant_id, note_id, reference) do nothing`;

const isBefore = ({ key, id }: Position, bind: Bind) =>
  `(t.updated_at, t.id) < (${bind(key)}::timestamptz, ${bind(id)}::uuid)`;
