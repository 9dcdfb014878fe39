import { CreateNotebook } from '@tandem/domain/notebooks/create-notebook';
import { DeleteNotebook } from '@tandem/domain/notebooks/delete-notebook';
import { Notebooks } from '@tandem/domain/notebooks/notebooks.port';
import { UpdateNotebook } from '@tandem/domain/notebooks/update-notebook';
import { DELETE, GET, nothing, one, pageOf, PATCH, POST, PUT } from '@tandem/platform/feature/feature';
import { get, list } from '@tandem/platform/feature/queries';
import { ById } from '@tandem/platform/inputs/inputs';
import { notebookView } from './notebook.fields.js';
import { CreateNotebookInput, ListNotebooksInput, UpdateNotebookInput } from './notebooks.inputs.js';

/** For PUT, as in the specification, and PATCH, as in all other routes. */
const update = {
  description:
    'An omitted field keeps its value; null clears description, color and parent_id and leaves the others as they are.',
  input: UpdateNotebookInput,
  run: UpdateNotebook,
  response: one(notebookView),
  problems: ['409 default_notebook'],
  example: { name: 'Meetings', color: '#3366ff' },
} as const;

export const notebookRoutes = [
  POST('/notebooks', 'notes:write', 'Create a notebook', {
    input: CreateNotebookInput,
    run: CreateNotebook,
    response: one(notebookView),
    location: '/notebooks/{id}',
    example: { name: 'Meetings' },
  }),
  GET('/notebooks', 'notes:read', 'List notebooks', {
    input: ListNotebooksInput,
    run: list(Notebooks),
    response: pageOf(notebookView),
  }),
  GET('/notebooks/:id', 'notes:read', 'Get a notebook', {
    input: ById,
    run: get(Notebooks),
    response: one(notebookView),
  }),
  PUT('/notebooks/:id', 'notes:write', 'Update a notebook', update),
  PATCH('/notebooks/:id', 'notes:write', 'Update a notebook, like PUT', update),
  DELETE('/notebooks/:id', 'notes:write', 'Delete a notebook', {
    description: 'Its notes move to the default notebook, and its child notebooks to its parent, all or nothing.',
    input: ById,
    run: DeleteNotebook,
    response: nothing,
    problems: ['409 default_notebook'],
  }),
];
