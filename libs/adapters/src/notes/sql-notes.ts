import { newId } from '@tandem/domain/core/id';
import type { LinkableType } from '@tandem/domain/core/vocabulary';
import { List } from '@tandem/domain/core/page';
import { currentScope } from '@tandem/domain/core/scope';
import type { Note } from '@tandem/domain/notes/note';
import type { NoteFilters, Notes } from '@tandem/domain/notes/notes.port';
import type { Statement } from '@tandem/platform/postgres/batch';
import type { Position } from '@tandem/platform/postgres/cursors';
import { fitting } from '@tandem/platform/store/full-pages';
import { keeping } from '@tandem/platform/store/keeping';
import { type Bind, contains, equals, type FiltersOf, Params } from '@tandem/platform/store/params';
import { SqlStore } from '@tandem/platform/store/sql-store';
import { visibleNotebooks } from '../access/visible-notebooks.js';
import { noteTable } from './note.table.js';
import { noteView } from './note.view.js';
import { referencesTo } from './reference-forms.js';

const filters: FiltersOf<NoteFilters> = {
  notebookId: equals('notebook_id'),
  tag: (tag, bind) => `${bind(tag)} = any(t.tags)`,
  isArchived: equals('is_archived'),
  isPinned: equals('is_pinned'),
  updatedAfter: (instant, bind) => `t.updated_at > ${bind(instant)}`,
  q: contains('title', 'body'),
};

const mostBacklinks = 1000;

/** Ids of the notes that are tied to a record: `$1` is the tenant, `$2` the record's references, `$3` its id. */
const tied = `
  select note_id from note_links where tenant_id = $1 and reference = any($2::text[])
  union select entity_id from task_links where tenant_id = $1 and task_id = $3 and entity_type = 'note'`;

export class SqlNotes
  extends keeping(SqlStore<Note, NoteFilters>, { table: noteTable, view: noteView, filters, searches: ['q'] })
  implements Notes
{
  /** Few, since a note may be a megabyte long. */
  protected override readonly atOnce = 20;

  async backlinks(type: LinkableType, id: string, cursor?: string): Promise<List<Note>> {
    const { tenantId } = currentScope();
    const { cursors } = this.database;
    const list = JSON.stringify(['backlinks', type, id.toLowerCase()]);
    const after = cursor === undefined ? undefined : cursors.decode(cursor, list, tenantId);
    const { values, bind } = new Params();
    for (const value of [tenantId, await referencesTo(type, id, this.database), id]) bind(value);
    const further = after ? `and ${isBefore(after, bind)}` : '';
    const rows = await this.pages.untilFull({
      head: 'select t.id, t.updated_at::text as key',
      tail: `${this.rows(bind)} and t.id in (${tied}) ${further} order by t.updated_at desc, t.id desc limit ${mostBacklinks + 1}`,
      values,
    });
    const { rendered, last, isCut } = fitting(rows, mostBacklinks);
    const next = isCut ? cursors.encode({ key: last!.key as string, id: last!.id as string }, list, tenantId) : null;
    return new List(rendered, isCut, next);
  }

  async titles(most: number): Promise<{ id: string; title: string }[]> {
    const { bind, values } = new Params();
    const text = `select t.id, t.title ${this.rows(bind)} order by t.updated_at desc, t.id desc limit ${bind(most)}`;
    return (await this.database.query(text, values)) as { id: string; title: string }[];
  }

  /** The references of a new body replace the former ones; rows of those that stay are not touched. */
  protected override alsoWritten({ tenantId, id, references }: Note): Statement[] {
    if (!references) return [];
    return [
      {
        text: 'delete from note_links where tenant_id = $1 and note_id = $2 and reference <> all($3::text[])',
        values: [tenantId, id, references],
      },
      {
        text: `insert into note_links (tenant_id, id, note_id, reference)
          select $1, given.id, $2, given.reference from unnest($3::uuid[], $4::text[]) as given (id, reference)
          on conflict (tenant_id, note_id, reference) do nothing`,
        values: [tenantId, id, references.map(() => newId()), references],
      },
    ];
  }

  protected override visible(bind: Bind): string | undefined {
    return visibleNotebooks('t.notebook_id', bind);
  }
}

const isBefore = ({ key, id }: Position, bind: Bind) =>
  `(t.updated_at, t.id) < (${bind(key)}::timestamptz, ${bind(id)}::uuid)`;
