import { Note } from '@tandem/domain/notes/note';
import { fields } from '@tandem/platform/store/table';
import { createdAt, deletedAt, id, metadata, shown, tenantId, updatedAt } from '@tandem/platform/view/fields';
import { bool, int32, nullable, text, texts, uuid } from '@tandem/platform/view/kinds';

export const noteFields = fields(Note, 'notes', {
  id,
  tenantId,
  title: shown(
    text,
    'Title of the note; [[…]] around it in another note makes a link: see [links](/docs/links).',
    'Launch plan',
  ),
  body: shown(
    text,
    'Markdown, at most 1 MiB in UTF-8. Its first 10,000 references create backlinks: see [links](/docs/links).',
    'Publish **LAUN-12** on Friday, then ask [[Press list]].',
  ),
  wordCount: shown(
    int32,
    'Number of words in the body by Unicode segmentation, excluding code blocks and URLs. Read-only.',
    9,
  ),
  notebookId: shown(uuid, 'The notebook of the note; the default notebook if omitted.'),
  tags: shown(texts, 'Up to 50 tags, stored in Unicode NFC.', ['launch']),
  sourceUrl: shown(nullable(text), 'URL of the source of the text; null for none.', 'https://example.com/brief'),
  isPinned: shown(bool, 'True if pinned: clients may show it first.', false),
  isArchived: shown(bool, 'True if archived: kept, but out of the way.', false),
  metadata,
  createdAt,
  updatedAt,
  deletedAt,
});
export const noteView = noteFields.view;
