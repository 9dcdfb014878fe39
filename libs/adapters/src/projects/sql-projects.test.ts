import { newId } from '@tandem/domain/core/id';
import { Project } from '@tandem/domain/projects/project';
import { storeContract } from '@tandem/testing/store-contract';
import { openTwoTenants } from '@tandem/testing/two-tenants';
import { InMemoryProjects } from './projects.fake.js';
import { SqlProjects } from './sql-projects.js';
import { InMemoryStatuses } from './statuses.fake.js';

const make = (number: number) => new Project({ name: `Project ${number}`, identifier: `P${number}` });
const rename = (project: Project) => project.update({ name: `${project.name}!` });
const tells = { added: ['project.created'], changed: ['project.updated'] };

storeContract(
  'SqlProjects',
  async () => {
    const { database, ours, theirs, happened, close } = await openTwoTenants();
    const tenants = [ours.tenantId, theirs.tenantId] as const;
    return { store: new SqlProjects(database), tenants, make, tells, happened, close };
  },
  rename,
);

storeContract(
  'InMemoryProjects',
  async () => {
    const store = new InMemoryProjects(new InMemoryStatuses());
    return { store, tenants: [newId(), newId()], make, tells, happened: (tenantId) => store.happened(tenantId) };
  },
  rename,
);
