import { newId } from '@tandem/domain/core/id';
import { Project } from '@tandem/domain/projects/project';
import { Section } from '@tandem/domain/projects/section';
import { asTenant } from '@tandem/testing/as-tenant';
import { storeContract } from '@tandem/testing/store-contract';
import { openTwoTenants } from '@tandem/testing/two-tenants';
import { InMemorySections } from './sections.fake.js';
import { SqlProjects } from './sql-projects.js';
import { SqlSections } from './sql-sections.js';

const rename = (section: Section) => void (section.name += '!');
const tells = { added: ['project.section.created'], changed: [] };
const makerFor = (projectId: string) => (number: number) =>
  new Section(projectId, { name: `Section ${number}`, position: number });

storeContract(
  'SqlSections',
  async () => {
    const { database, ours, theirs, happened, close } = await openTwoTenants();
    const tenants = [ours.tenantId, theirs.tenantId] as const;
    const home = () => new SqlProjects(database).add(new Project({ name: 'Home', identifier: 'HOME' }));
    const make = makerFor((await asTenant(ours.tenantId, home)).id);
    return { store: new SqlSections(database), tenants, make, tells, happened, close };
  },
  rename,
);

storeContract(
  'InMemorySections',
  async () => {
    const store = new InMemorySections();
    const make = makerFor(newId());
    return { store, tenants: [newId(), newId()], make, tells, happened: (tenantId) => store.happened(tenantId) };
  },
  rename,
);
