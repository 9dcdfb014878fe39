import { Note } from '@tandem/domain/notes/note';
import { fields } from '@tandem/platform/store/table';
import { createdAt, deletedAt, id, metadata, shown, tenantId, updatedAt } from '@tandem/platform/view/fields';
import { bool, int32, nullable, text, texts, uuid } from '@tandem/platform/view/kinds';

export const noteFields = fields(Note, 'notes', {
  id,
  tenantId,
  title: shown(
    text,
    "The note's title; [[…]] with it in another note makes a link: see [links](/docs/links).",
    'Launch plan',
  ),
  body: shown(
    text,
    'Markdown, at most 1 MiB in UTF-8. ' +
      'What it refers to makes backlinks (the first 10,000 references): see [links](/docs/links).',
    'Publish **LAUN-12** on Friday, then ask [[Press list]].',
  ),
  wordCount: shown(int32, 'Words of the body as Unicode cuts them, outside code blocks and addresses. Read-only.', 9),
  notebookId: shown(uuid, 'The notebook it is in; the default one where none is given.'),
  tags: shown(texts, 'Up to 50 words to find the note by, stored in the Unicode form NFC.', ['launch']),
  sourceUrl: shown(nullable(text), 'Where the text comes from; null for none.', 'https://example.com/brief'),
  isPinned: shown(bool, 'True keeps it at the top, in clients that do so.', false),
  isArchived: shown(bool, 'True for what is kept but out of the way.', false),
  metadata,
  createdAt,
  updatedAt,
  deletedAt,
});
export const noteView = noteFields.view;
