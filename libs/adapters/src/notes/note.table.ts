import { Note } from '@tandem/domain/notes/note';
import { bool, instant, int, json, nullable, table, text, texts, uuid } from '@tandem/platform/store/table';

export const noteTable = table(Note, 'notes', {
  title: text,
  body: text,
  wordCount: int,
  notebookId: uuid,
  tags: texts,
  sourceUrl: nullable(text),
  isPinned: bool,
  isArchived: bool,
  metadata: json,
  deletedAt: nullable(instant),
});
