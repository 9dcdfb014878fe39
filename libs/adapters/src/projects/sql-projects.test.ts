import { Project } from '@tandem/domain/projects/project';
import { Projects } from '@tandem/domain/projects/projects.port';
import { Section } from '@tandem/domain/projects/section';
import { Status } from '@tandem/domain/projects/status';
import { storeContract } from '@tandem/testing/store-contract';
import { SqlProjects, SqlSections, SqlStatuses } from './sql-projects.js';

const project = (number: number) => new Project({ name: `Project ${number}`, identifier: `P${number}` });

storeContract(SqlProjects, {
  make: project,
  change: (project) => project.update({ name: 'Another' }),
  filters: { q: 'other' },
  tells: { added: ['project.created'], changed: ['project.updated'] },
});

storeContract(SqlSections, {
  async make(position, get) {
    const { id } = await get(Projects).add(project(position));
    return new Section(id, { name: 'Section', position });
  },
  change: (section) => void (section.name = 'Another'),
  tells: { added: ['project.section.created'], changed: [] },
});

storeContract(SqlStatuses, {
  make: (position) => new Status(null, { name: `Status ${position}`, category: 'started', position }),
  change: (status) => void (status.name += '!'),
  tells: { added: ['project.status.created'], changed: [] },
});
