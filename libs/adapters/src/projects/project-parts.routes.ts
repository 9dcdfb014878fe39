import { CreateSection } from '@tandem/domain/projects/create-section';
import { CreateStatus } from '@tandem/domain/projects/create-status';
import { DeleteSection } from '@tandem/domain/projects/delete-section';
import { DeleteStatus } from '@tandem/domain/projects/delete-status';
import { Projects, Sections, Statuses } from '@tandem/domain/projects/projects.port';
import { UpdateSection } from '@tandem/domain/projects/update-section';
import { UpdateStatus } from '@tandem/domain/projects/update-status';
import { DELETE, GET, nothing, one, pageOf, PATCH, POST } from '@tandem/platform/feature/feature';
import { getWithin, listWithin } from '@tandem/platform/feature/queries';
import { PageWithin } from '@tandem/platform/inputs/inputs';
import {
  CreateSectionInput,
  CreateStatusInput,
  SectionById,
  StatusById,
  UpdateSectionInput,
  UpdateStatusInput,
} from './project-parts.inputs.js';
import { sectionView, statusView } from './project.fields.js';

export const projectPartRoutes = [
  POST('/projects/:id/statuses', 'projects:write', 'Create a status of a project', {
    input: CreateStatusInput,
    run: CreateStatus,
    response: one(statusView),
    location: '/projects/{project_id}/statuses/{id}',
    problems: ['409 project_archived', '409 name_taken'],
    example: { name: 'In Review', category: 'started' },
  }),
  GET('/projects/:id/statuses', 'projects:read', 'List the statuses of a project in order', {
    input: PageWithin,
    run: listWithin(Projects, Statuses),
    response: pageOf(statusView),
  }),
  GET('/projects/:id/statuses/:status_id', 'projects:read', 'Get a status', {
    input: StatusById,
    run: getWithin(Projects, Statuses, 'statusId', 'GetStatus'),
    response: one(statusView),
  }),
  PATCH('/projects/:id/statuses/:status_id', 'projects:write', 'Update a status', {
    input: UpdateStatusInput,
    run: UpdateStatus,
    response: one(statusView),
    problems: [
      '409 project_archived',
      '409 name_taken',
      '409 status_is_default',
      '409 last_of_category',
      '409 status_in_use',
    ],
    example: { name: 'Later' },
  }),
  DELETE(
    '/projects/:id/statuses/:status_id',
    'projects:write',
    'Delete a status; its tasks move to another status of its category',
    {
      input: StatusById,
      run: DeleteStatus,
      response: nothing,
      problems: ['409 project_archived', '409 status_is_default', '409 last_of_category'],
    },
  ),
  POST('/projects/:id/sections', 'projects:write', 'Create a section of a project', {
    input: CreateSectionInput,
    run: CreateSection,
    response: one(sectionView),
    location: '/projects/{project_id}/sections/{id}',
    problems: ['409 project_archived'],
    example: { name: 'Design' },
  }),
  GET('/projects/:id/sections', 'projects:read', 'List the sections of a project in order', {
    input: PageWithin,
    run: listWithin(Projects, Sections),
    response: pageOf(sectionView),
  }),
  GET('/projects/:id/sections/:section_id', 'projects:read', 'Get a section', {
    input: SectionById,
    run: getWithin(Projects, Sections, 'sectionId'),
    response: one(sectionView),
  }),
  PATCH('/projects/:id/sections/:section_id', 'projects:write', 'Update a section', {
    input: UpdateSectionInput,
    run: UpdateSection,
    response: one(sectionView),
    problems: ['409 project_archived'],
    example: { name: 'Later' },
  }),
  DELETE('/projects/:id/sections/:section_id', 'projects:write', 'Delete a section; its tasks stay in the project', {
    input: SectionById,
    run: DeleteSection,
    response: nothing,
    problems: ['409 project_archived'],
  }),
];
