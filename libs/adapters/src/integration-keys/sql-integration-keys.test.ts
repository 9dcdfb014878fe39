import { newId } from '@tandem/domain/core/id';
import { IntegrationKey } from '@tandem/domain/integration-keys/integration-key';
import { Seal } from '@tandem/platform/secrets/seal';
import { storeContract } from '@tandem/testing/store-contract';
import { openTwoTenants } from '@tandem/testing/two-tenants';
import { InMemoryIntegrationKeys } from './integration-keys.fake.js';
import { SqlIntegrationKeys } from './sql-integration-keys.js';

const seal = new Seal(Buffer.alloc(32, 7));
const provider = (id: string) => ({ id, baseUrl: 'https://api.example.com' });
const make = (number: number) => new IntegrationKey(provider(`provider-${number}`), { key: 'a-long-enough-key' }, seal);
const tells = { added: ['integration_key.created'], changed: ['integration_key.updated'] };
const move = (key: IntegrationKey) =>
  key.update(provider(key.provider), { baseUrl: 'https://other.example.com' }, seal);

storeContract(
  'SqlIntegrationKeys',
  async () => {
    const { database, ours, theirs, happened, close } = await openTwoTenants();
    const tenants = [ours.tenantId, theirs.tenantId] as const;
    return { store: new SqlIntegrationKeys(database), tenants, make, tells, happened, close };
  },
  move,
);

storeContract(
  'InMemoryIntegrationKeys',
  async () => {
    const store = new InMemoryIntegrationKeys();
    const happened = (tenantId: string) => store.happened(tenantId);
    return { store, tenants: [newId(), newId()] as const, make, tells, happened };
  },
  move,
);
