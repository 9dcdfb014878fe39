import type { Searchable } from '@tandem/platform/feature/feature';
import { View } from '@tandem/platform/view/view';
import { noteView } from './note.fields.js';

const { body: _, ...shownFields } = noteView.fields;

export const noteSearchable: Searchable = {
  type: 'note',
  domain: 'notes',
  path: '/notes/{id}',
  view: new View('FoundNote', shownFields),
  title: 't.title',
  channels: 'array[t.source_url]',
  tags: 't.tags',
  body: 't.body',
  isClosed: 't.is_archived',
  notebook: 't.notebook_id',
};
