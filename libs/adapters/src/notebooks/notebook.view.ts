import type { Notebook } from '@tandem/domain/notebooks/notebook';
import { bool, instant, int32, json, nullable, text, uuid } from '@tandem/platform/view/kinds';
import { view } from '@tandem/platform/view/view';
import { notebooksGlossary } from './notebooks.glossary.js';

export const notebookView = view<Notebook>(notebooksGlossary)('Notebook', {
  id: uuid,
  tenant_id: uuid,
  name: text,
  description: nullable(text),
  color: nullable(text),
  is_default: bool,
  parent_id: nullable(uuid),
  position: int32,
  metadata: json,
  created_at: instant,
  updated_at: instant,
  deleted_at: nullable(instant),
});
