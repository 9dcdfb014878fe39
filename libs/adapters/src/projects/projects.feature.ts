import { Projects, Sections, Statuses } from '@tandem/domain/projects/projects.port';
import { audits, bind, type Feature, publishes } from '@tandem/platform/feature/feature';
import { list } from '@tandem/platform/feature/queries';
import { CreateProjects1764000004000 } from './migrations/1764000004000-create-projects.js';
import { IndexProjectIdentifiers1796000000003 } from './migrations/1796000000003-index-project-identifiers.js';
import { SortProjects1795966000003 } from './migrations/1795966000003-sort-projects.js';
import { projectPartRoutes } from './project-parts.routes.js';
import { projectFields, projectView, sectionFields, statusFields } from './project.fields.js';
import { projectRoutes } from './projects.routes.js';
import { SqlSections, SqlStatuses } from './sql-project-parts.js';
import { SqlProjects } from './sql-projects.js';
import { projectsProblems } from './projects.problems.js';
import { projectSearchable } from './project.searchable.js';

export const projects: Feature = {
  name: 'projects',
  summary: 'Work toward a common goal',
  domains: { projects: 'work' },
  toolVocabulary: { beyond: 'sections, statuses', synonyms: { workflow: 'status' } },
  linkable: { project: { domain: 'projects', path: '/projects/{id}' } },
  tables: [projectFields.table, statusFields.table, sectionFields.table],
  migrations: [CreateProjects1764000004000, SortProjects1795966000003, IndexProjectIdentifiers1796000000003],
  entities: { project: Projects },
  searchable: [projectSearchable],
  adapters: [bind(Projects, SqlProjects), bind(Statuses, SqlStatuses), bind(Sections, SqlSections)],
  routes: [...projectRoutes, ...projectPartRoutes],
  exports: [
    { view: sectionFields.view, run: list(Sections) },
    { view: statusFields.view, run: list(Statuses) },
  ],
  problems: projectsProblems,
  audits: [
    ...audits('project.section', ['created', 'updated', 'deleted']),
    ...audits('project.status', ['created', 'updated', 'deleted']),
  ],
  publishes: publishes('project', ['created', 'updated', 'archived', 'deleted'], projectView),
};
