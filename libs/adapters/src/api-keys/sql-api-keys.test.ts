import { ApiKey } from '@tandem/domain/api-keys/api-key';
import { newId } from '@tandem/domain/core/id';
import { storeContract } from '@tandem/testing/store-contract';
import { openTwoTenants } from '@tandem/testing/two-tenants';
import { InMemoryApiKeys } from './api-keys.fake.js';
import { SqlApiKeys } from './sql-api-keys.js';

const rename = (apiKey: ApiKey) => apiKey.update({ name: `${apiKey.name}!` });
const makerFor = (memberId: string) => (number: number) => new ApiKey(memberId, { name: `Key ${number}` });
const tells = { added: ['api_key.created'], changed: ['api_key.updated'] };

storeContract(
  'SqlApiKeys',
  async () => {
    const { database, ours, theirs, happened, close } = await openTwoTenants();
    const tenants = [ours.tenantId, theirs.tenantId] as const;
    return { store: new SqlApiKeys(database), tenants, make: makerFor(ours.memberId), tells, happened, close };
  },
  rename,
);

storeContract(
  'InMemoryApiKeys',
  async () => {
    const store = new InMemoryApiKeys();
    const make = makerFor(newId());
    return { store, tenants: [newId(), newId()], make, tells, happened: (tenantId) => store.happened(tenantId) };
  },
  rename,
);
