import { CreateNote } from '@tandem/domain/notes/create-note';
import { DeleteNote } from '@tandem/domain/notes/delete-note';
import { ListBacklinks } from '@tandem/domain/notes/list-backlinks';
import { Notes } from '@tandem/domain/notes/notes.port';
import { UpdateNote } from '@tandem/domain/notes/update-note';
import { listOf, nothing, one, pageOf } from '@tandem/platform/feature/answers';
import { route } from '@tandem/platform/feature/feature';
import { get, list } from '@tandem/platform/feature/queries';
import { ById } from '@tandem/platform/inputs/list-inputs';
import { noteView } from './note.view.js';
import { BacklinksInput, CreateNoteInput, ListNotesInput, UpdateNoteInput } from './notes.inputs.js';

const bodyLimitBytes = 2 * 1024 * 1024;

export const noteRoutes = [
  route({
    method: 'post',
    path: '/notes',
    access: 'notes:write',
    summary: 'Create a note',
    input: CreateNoteInput,
    run: CreateNote,
    answer: one(noteView),
    status: 201,
    location: '/notes/{id}',
    bodyLimitBytes,
    example: {
      title: 'Launch plan',
      body: 'Publish **LAUN-12** on Friday, then ask [[Press list]].',
      tags: ['launch'],
    },
  }),
  route({
    method: 'get',
    path: '/notes',
    access: 'notes:read',
    summary: 'List notes',
    input: ListNotesInput,
    run: list(Notes),
    answer: pageOf(noteView),
  }),
  route({
    method: 'get',
    path: '/notes/:id',
    access: 'notes:read',
    summary: 'Get a note',
    input: ById,
    run: get(Notes),
    answer: one(noteView),
  }),
  route({
    method: 'patch',
    path: '/notes/:id',
    access: 'notes:write',
    summary: 'Change a note',
    input: UpdateNoteInput,
    run: UpdateNote,
    answer: one(noteView),
    bodyLimitBytes,
    example: { is_pinned: true },
  }),
  route({
    method: 'delete',
    path: '/notes/:id',
    access: 'notes:write',
    summary: 'Delete a note',
    input: ById,
    run: DeleteNote,
    answer: nothing,
  }),
  route({
    method: 'get',
    path: '/backlinks/:entity_type/:entity_id',
    access: 'notes:read',
    summary: 'List the notes that refer to a record',
    description:
      'Latest update first, at most 1,000 and 4 MiB: where there are more, X-Truncated says so and X-Next-Cursor is the cursor to go on with. Empty when there is no such record; an event is known outside only.',
    input: BacklinksInput,
    run: ListBacklinks,
    answer: listOf(noteView),
    problems: ['422 invalid_parameter'],
  }),
];
