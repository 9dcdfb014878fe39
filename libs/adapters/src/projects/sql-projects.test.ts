import { describe, expect, it, jest } from '@jest/globals';
import { Project } from '@tandem/domain/projects/project';
import { Projects } from '@tandem/domain/projects/projects.port';
import { Section } from '@tandem/domain/projects/section';
import { Status } from '@tandem/domain/projects/status';
import { Database } from '@tandem/platform/postgres/database';
import { storeContract } from '@tandem/testing/store-contract';
import { useStore } from '@tandem/testing/use-store';
import { SqlSections, SqlStatuses } from './sql-project-parts.js';
import { SqlProjects } from './sql-projects.js';

const project = (number: number) => new Project({ name: `Project ${number}`, identifier: `P${number}` });

storeContract(SqlProjects, {
  make: project,
  change: (project) => project.update({ name: 'Another' }),
  filters: { q: 'other' },
  records: { added: ['project.created'], changed: ['project.updated'] },
});

storeContract(SqlSections, {
  async make(position, get) {
    const { id } = await get(Projects).add(project(position));
    return new Section(id, { name: 'Section', position });
  },
  change: (section) => void (section.name = 'Another'),
  records: { added: ['project.section.created'], changed: [] },
});

storeContract(SqlStatuses, {
  make: (position) => new Status(null, { name: `Status ${position}`, category: 'started', position }),
  change: (status) => void (status.name += '!'),
  records: { added: ['project.status.created'], changed: [] },
});

describe('SqlProjects', () => {
  const { ours, get, query } = useStore(SqlProjects);
  const registered = 'select identifier from project_identifiers where project_id = $1 order by identifier';

  it('reserves every identifier of a project, and writes nothing if it is unchanged', () =>
    ours(async (projects) => {
      const { id } = await projects.add(project(7));
      const reserved = async () =>
        (await query<{ identifier: string }>(registered, [id])).map(({ identifier }) => identifier);
      const wrote = jest.spyOn(get(Database), 'wroteEvents');
      await projects.change(id, (found) => found.update({ identifier: 'P7' }));
      expect(wrote).not.toHaveBeenCalled();
      expect(await reserved()).toEqual(['P7']);
      for (const identifier of ['Q7', 'P7']) await projects.change(id, (found) => found.update({ identifier }));
      expect(wrote).toHaveBeenCalledTimes(2);
      expect(await reserved()).toEqual(['P7', 'Q7']);
    }));
});
