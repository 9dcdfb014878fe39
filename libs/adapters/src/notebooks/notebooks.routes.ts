import { CreateNotebook } from '@tandem/domain/notebooks/create-notebook';
import { DeleteNotebook } from '@tandem/domain/notebooks/delete-notebook';
import { Notebooks } from '@tandem/domain/notebooks/notebooks.port';
import { UpdateNotebook } from '@tandem/domain/notebooks/update-notebook';
import { nothing, one, pageOf } from '@tandem/platform/feature/answers';
import { route } from '@tandem/platform/feature/feature';
import { get, list } from '@tandem/platform/feature/queries';
import { ById } from '@tandem/platform/inputs/list-inputs';
import { notebookView } from './notebook.view.js';
import { CreateNotebookInput, ListNotebooksInput, UpdateNotebookInput } from './notebooks.inputs.js';

/** PUT as the specification has it, PATCH as everywhere: both mean the same. */
const update = (method: 'put' | 'patch') =>
  route({
    method,
    path: '/notebooks/:id',
    access: 'notes:write',
    summary: method === 'put' ? 'Change a notebook' : 'Change a notebook, like PUT',
    description:
      'A field that is left out keeps its value; null clears description, color and parent_id and keeps the others.',
    input: UpdateNotebookInput,
    run: UpdateNotebook,
    answer: one(notebookView),
    problems: ['409 default_notebook'],
    example: { name: 'Meetings', color: '#3366ff' },
  });

export const notebookRoutes = [
  route({
    method: 'post',
    path: '/notebooks',
    access: 'notes:write',
    summary: 'Create a notebook',
    input: CreateNotebookInput,
    run: CreateNotebook,
    answer: one(notebookView),
    status: 201,
    location: '/notebooks/{id}',
    example: { name: 'Meetings' },
  }),
  route({
    method: 'get',
    path: '/notebooks',
    access: 'notes:read',
    summary: 'List notebooks',
    input: ListNotebooksInput,
    run: list(Notebooks),
    answer: pageOf(notebookView),
  }),
  route({
    method: 'get',
    path: '/notebooks/:id',
    access: 'notes:read',
    summary: 'Get a notebook',
    input: ById,
    run: get(Notebooks),
    answer: one(notebookView),
  }),
  update('put'),
  update('patch'),
  route({
    method: 'delete',
    path: '/notebooks/:id',
    access: 'notes:write',
    summary: 'Delete a notebook',
    description: 'Its notes move to the default notebook, the notebooks in it to where it was, all or nothing.',
    input: ById,
    run: DeleteNotebook,
    answer: nothing,
    problems: ['409 default_notebook'],
  }),
];
