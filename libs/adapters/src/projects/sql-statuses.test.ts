import { newId } from '@tandem/domain/core/id';
import { Status } from '@tandem/domain/projects/status';
import { storeContract } from '@tandem/testing/store-contract';
import { openTwoTenants } from '@tandem/testing/two-tenants';
import { SqlStatuses } from './sql-statuses.js';
import { InMemoryStatuses } from './statuses.fake.js';

const make = (number: number) => new Status(null, { name: `Status ${number}`, category: 'started', position: number });
const rename = (status: Status) => void (status.name += '!');
const tells = { added: ['project.status.created'], changed: [] };

storeContract(
  'SqlStatuses',
  async () => {
    const { database, ours, theirs, happened, close } = await openTwoTenants();
    const tenants = [ours.tenantId, theirs.tenantId] as const;
    return { store: new SqlStatuses(database), tenants, make, tells, happened, close };
  },
  rename,
);

storeContract(
  'InMemoryStatuses',
  async () => {
    const store = new InMemoryStatuses();
    return { store, tenants: [newId(), newId()], make, tells, happened: (tenantId) => store.happened(tenantId) };
  },
  rename,
);
