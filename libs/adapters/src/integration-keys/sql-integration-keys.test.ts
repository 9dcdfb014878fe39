import { IntegrationKey } from '@tandem/domain/integration-keys/integration-key';
import { Seal } from '@tandem/platform/secrets/seal';
import { storeContract } from '@tandem/testing/store-contract';
import { SqlIntegrationKeys } from './sql-integration-keys.js';

const provider = (id: string) => ({ id, baseUrl: 'https://api.example.com' });
const seal = new Seal(Buffer.alloc(32, 7));

storeContract(SqlIntegrationKeys, {
  make: (number) => new IntegrationKey(provider(`provider-${number}`), { key: 'a-long-enough-key' }, seal),
  change: (key) => key.update(provider(key.provider), { baseUrl: 'https://other.example.com' }, seal),
  records: { added: ['integration_key.created'], changed: ['integration_key.updated'] },
});
