import { ArchiveProject } from '@tandem/domain/projects/archive-project';
import { CreateProject } from '@tandem/domain/projects/create-project';
import { DeleteProject } from '@tandem/domain/projects/delete-project';
import { Projects } from '@tandem/domain/projects/projects.port';
import { UnarchiveProject } from '@tandem/domain/projects/unarchive-project';
import { UpdateProject } from '@tandem/domain/projects/update-project';
import { DELETE, GET, nothing, one, pageOf, PATCH, POST } from '@tandem/platform/feature/feature';
import { get, list } from '@tandem/platform/feature/queries';
import { ById } from '@tandem/platform/inputs/inputs';
import { projectView } from './project.fields.js';
import { CreateProjectInput, ListProjectsInput, UpdateProjectInput } from './projects.inputs.js';

export const projectRoutes = [
  POST('/projects', 'projects:write', 'Create a project', {
    input: CreateProjectInput,
    run: CreateProject,
    response: one(projectView),
    location: '/projects/{id}',
    problems: ['409 identifier_taken'],
    example: { name: 'Website', identifier: 'WEB', start_date: '2026-12-01', target_date: '2027-02-28' },
  }),
  GET('/projects', 'projects:read', 'List projects', {
    tool: 'front',
    input: ListProjectsInput,
    run: list(Projects),
    response: pageOf(projectView),
  }),
  GET('/projects/:id', 'projects:read', 'Get a project', {
    tool: 'front',
    input: ById,
    run: get(Projects),
    response: one(projectView),
  }),
  PATCH('/projects/:id', 'projects:write', 'Update a project', {
    input: UpdateProjectInput,
    run: UpdateProject,
    response: one(projectView),
    problems: ['409 identifier_taken', '409 project_archived'],
    example: { status: 'paused' },
  }),
  DELETE('/projects/:id', 'projects:write', 'Delete a project that has no tasks', {
    description: 'If it has tasks that are not deleted, archive it instead, or move or delete the tasks first.',
    input: ById,
    run: DeleteProject,
    response: nothing,
    problems: ['409 project_archived', '409 project_not_empty'],
  }),
  POST('/projects/:id/archive', 'projects:write', 'Archive a project; it and its tasks become read-only', {
    input: ById,
    run: ArchiveProject,
    response: one(projectView),
    exampleResponse: { is_archived: true },
  }),
  POST('/projects/:id/unarchive', 'projects:write', 'Unarchive a project; it becomes writable again', {
    input: ById,
    run: UnarchiveProject,
    response: one(projectView),
  }),
];
