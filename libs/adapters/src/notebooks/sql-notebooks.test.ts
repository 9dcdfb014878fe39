import { newId } from '@tandem/domain/core/id';
import { Notebook } from '@tandem/domain/notebooks/notebook';
import { storeContract } from '@tandem/testing/store-contract';
import { openTwoTenants } from '@tandem/testing/two-tenants';
import { InMemoryNotebooks } from './notebooks.fake.js';
import { SqlNotebooks } from './sql-notebooks.js';

const make = (number: number) => new Notebook({ name: `Notebook ${number}` });
const rename = (notebook: Notebook) => notebook.update({ name: `${notebook.name}!` });
const tells = { added: ['notebook.created'], changed: ['notebook.updated'] };

storeContract(
  'SqlNotebooks',
  async () => {
    const { database, ours, theirs, happened, close } = await openTwoTenants();
    const tenants = [ours.tenantId, theirs.tenantId] as const;
    return { store: new SqlNotebooks(database), tenants, make, tells, happened, close };
  },
  rename,
);

storeContract(
  'InMemoryNotebooks',
  async () => {
    const store = new InMemoryNotebooks();
    const tenants = [newId(), newId()] as const;
    return { store, tenants, make, tells, happened: (tenantId) => store.happened(tenantId) };
  },
  rename,
);
