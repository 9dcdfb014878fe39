import type { Note } from '@tandem/domain/notes/note';
import { bool, instant, int32, json, nullable, text, texts, uuid } from '@tandem/platform/view/kinds';
import { view } from '@tandem/platform/view/view';
import { notesGlossary } from './notes.glossary.js';

export const noteView = view<Note>(notesGlossary)('Note', {
  id: uuid,
  tenant_id: uuid,
  title: text,
  body: text,
  word_count: int32,
  notebook_id: uuid,
  tags: texts,
  source_url: nullable(text),
  is_pinned: bool,
  is_archived: bool,
  metadata: json,
  created_at: instant,
  updated_at: instant,
  deleted_at: nullable(instant),
});
