import { AddTaskLabel } from '@tandem/domain/tasks/labels/add-task-label';
import { CreateLabel } from '@tandem/domain/tasks/labels/create-label';
import { DeleteLabel } from '@tandem/domain/tasks/labels/delete-label';
import { Labels } from '@tandem/domain/tasks/labels/labels.port';
import { RemoveTaskLabel } from '@tandem/domain/tasks/labels/remove-task-label';
import { UpdateLabel } from '@tandem/domain/tasks/labels/update-label';
import { DELETE, GET, nothing, one, pageOf, PATCH, POST } from '@tandem/platform/feature/feature';
import { get, list } from '@tandem/platform/feature/queries';
import { ById } from '@tandem/platform/inputs/inputs';
import { taskView } from '../task.fields.js';
import { labelView } from './label.fields.js';
import {
  AddTaskLabelInput,
  CreateLabelInput,
  ListLabelsInput,
  TaskLabelById,
  UpdateLabelInput,
} from './labels.inputs.js';

export const labelRoutes = [
  POST('/labels', 'tasks:write', 'Create a label', {
    input: CreateLabelInput,
    run: CreateLabel,
    response: one(labelView),
    location: '/labels/{id}',
    problems: ['409 name_taken', '409 too_many_labels'],
    example: { name: 'Bug', color: '#d73a4a' },
  }),
  GET('/labels', 'tasks:read', 'List labels', {
    input: ListLabelsInput,
    run: list(Labels),
    response: pageOf(labelView),
  }),
  GET('/labels/:id', 'tasks:read', 'Get a label', { input: ById, run: get(Labels), response: one(labelView) }),
  PATCH('/labels/:id', 'tasks:write', 'Update a label', {
    input: UpdateLabelInput,
    run: UpdateLabel,
    response: one(labelView),
    problems: ['409 name_taken'],
    example: { color: '#0e8a16' },
  }),
  DELETE('/labels/:id', 'tasks:write', 'Delete a label and remove it from all tasks', {
    input: ById,
    run: DeleteLabel,
    response: nothing,
  }),
  POST('/tasks/:id/labels', 'tasks:write', 'Add a label to a task', {
    input: AddTaskLabelInput,
    run: AddTaskLabel,
    response: one(taskView),
    problems: ['409 project_archived', '409 too_many_labels'],
    example: { label_id: '01a1fc55-e617-7017-8450-017e309c3b0c' },
    exampleResponse: { label_ids: ['01a1fc55-e617-7017-8450-017e309c3b0c'] },
  }),
  DELETE('/tasks/:id/labels/:label_id', 'tasks:write', 'Remove a label from a task', {
    input: TaskLabelById,
    run: RemoveTaskLabel,
    response: nothing,
    problems: ['409 project_archived'],
  }),
];
