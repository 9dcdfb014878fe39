import { NotebookNotes } from '@tandem/domain/notebooks/notebooks.port';
import { NoteReader } from '@tandem/domain/notes/note-reader.port';
import { Notes } from '@tandem/domain/notes/notes.port';
import { bind, type Feature, publishes } from '@tandem/platform/feature/feature';
import { ComposeTags1795884998277 } from './migrations/1795884998277-compose-tags.js';
import { MoveDeletedNotes1795970000000 } from './migrations/1795970000000-move-deleted-notes.js';
import { SortNotes1795966000002 } from './migrations/1795966000002-sort-notes.js';
import { CreateNotes1764000007500 } from './migrations/1764000007500-create-notes.js';
import { FoldTitles1795890000000 } from './migrations/1795890000000-fold-titles.js';
import { noteFields, noteView } from './note.fields.js';
import { noteRoutes } from './notes.routes.js';
import { OneByOneNoteReader } from './one-by-one-note-reader.js';
import { SqlNotes } from './sql-notes.js';
import { notesProblems } from './notes.problems.js';
import { noteSearchable } from './note.searchable.js';

export const notes: Feature = {
  name: 'notes',
  summary: 'Markdown that links to everything else',
  domains: { notes: 'work' },
  toolVocabulary: { synonyms: { document: 'note', label: 'tag', memo: 'note', write: 'create' } },
  linkable: { note: { domain: 'notes', path: '/notes/{id}' } },
  tables: [noteFields.table],
  migrations: [
    CreateNotes1764000007500,
    ComposeTags1795884998277,
    FoldTitles1795890000000,
    SortNotes1795966000002,
    MoveDeletedNotes1795970000000,
  ],
  entities: { note: Notes },
  searchable: [noteSearchable],
  adapters: [bind(Notes, SqlNotes), bind(NotebookNotes, SqlNotes), bind(NoteReader, OneByOneNoteReader)],
  routes: noteRoutes,
  problems: notesProblems,
  publishes: publishes('note', ['created', 'updated', 'archived', 'deleted'], noteView),
};
