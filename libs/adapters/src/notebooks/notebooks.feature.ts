import { Notebooks } from '@tandem/domain/notebooks/notebooks.port';
import { bind, type Feature, publishes } from '@tandem/platform/feature/feature';
import { CreateNotebooks1764000007000 } from './migrations/1764000007000-create-notebooks.js';
import { notebookFields, notebookView } from './notebook.fields.js';
import { notebookRoutes } from './notebooks.routes.js';
import { SqlNotebooks } from './sql-notebooks.js';
import { notebooksProblems } from './notebooks.problems.js';
import { notebookSearchable } from './notebook.searchable.js';

export const notebooks: Feature = {
  name: 'notebooks',
  summary: 'Collections of notes',
  toolVocabulary: { beyond: 'notebooks' },
  linkable: { notebook: { domain: 'notes', path: '/notebooks/{id}' } },
  tables: [notebookFields.table],
  migrations: [CreateNotebooks1764000007000],
  entities: { notebook: Notebooks },
  searchable: [notebookSearchable],
  adapters: [bind(Notebooks, SqlNotebooks)],
  routes: notebookRoutes,
  problems: notebooksProblems,
  publishes: publishes('notebook', ['created', 'updated', 'deleted'], notebookView),
};
