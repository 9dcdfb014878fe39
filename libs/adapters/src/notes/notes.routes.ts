import { CreateNote } from '@tandem/domain/notes/create-note';
import { DeleteNote } from '@tandem/domain/notes/delete-note';
import { ListBacklinks } from '@tandem/domain/notes/list-backlinks';
import { Notes } from '@tandem/domain/notes/notes.port';
import { RestoreNote } from '@tandem/domain/notes/restore-note';
import { UpdateNote } from '@tandem/domain/notes/update-note';
import { DELETE, GET, listOf, nothing, one, pageOf, PATCH, POST } from '@tandem/platform/feature/feature';
import { get, list } from '@tandem/platform/feature/queries';
import { ById } from '@tandem/platform/inputs/inputs';
import { noteView } from './note.fields.js';
import { BacklinksInput, CreateNoteInput, ListNotesInput, UpdateNoteInput } from './notes.inputs.js';

const bodyLimitBytes = 2 * 1024 * 1024;

export const noteRoutes = [
  POST('/notes', 'notes:write', 'Create a note', {
    tool: 'front',
    input: CreateNoteInput,
    run: CreateNote,
    response: one(noteView),
    location: '/notes/{id}',
    bodyLimitBytes,
    example: {
      title: 'Launch plan',
      body: 'Publish **LAUN-12** on Friday, then ask [[Press list]].',
      tags: ['launch'],
    },
  }),
  GET('/notes', 'notes:read', 'List notes', {
    tool: 'front',
    input: ListNotesInput,
    run: list(Notes),
    response: pageOf(noteView),
  }),
  GET('/notes/:id', 'notes:read', 'Get a note', {
    tool: 'front',
    input: ById,
    run: get(Notes),
    response: one(noteView),
  }),
  PATCH('/notes/:id', 'notes:write', 'Update a note', {
    tool: 'front',
    input: UpdateNoteInput,
    run: UpdateNote,
    response: one(noteView),
    bodyLimitBytes,
    problems: ['409 note_changed'],
    example: { is_pinned: true },
  }),
  DELETE('/notes/:id', 'notes:write', 'Delete a note; it can be restored for 30 days', {
    input: ById,
    run: DeleteNote,
    response: nothing,
  }),
  POST('/notes/:id/restore', 'notes:write', 'Restore a deleted note', {
    description: 'If its notebook was deleted, it is in the default notebook.',
    input: ById,
    run: RestoreNote,
    response: one(noteView),
  }),
  GET('/backlinks/:entity_type/:entity_id', 'notes:read', 'List the notes that refer to a record', {
    description:
      'Most recently updated first, up to 1,000 notes and 4 MiB: if there are more, X-Truncated is set and ' +
      'X-Next-Cursor is the next cursor. Empty if there is no such record; ids of events are external.',
    input: BacklinksInput,
    run: ListBacklinks,
    response: listOf(noteView),
    problems: ['422 invalid_parameter'],
  }),
];
