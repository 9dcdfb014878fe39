import type { Searchable } from '@tandem/platform/feature/feature';
import { notebookView } from './notebook.fields.js';

export const notebookSearchable: Searchable = {
  type: 'notebook',
  domain: 'notes',
  path: '/notebooks/{id}',
  view: notebookView,
  title: 't.name',
  description: 't.description',
  notebook: 't.id',
};
