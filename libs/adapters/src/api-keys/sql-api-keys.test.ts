import { ApiKey } from '@tandem/domain/api-keys/api-key';
import { Member } from '@tandem/domain/members/member';
import { Members } from '@tandem/domain/members/members.port';
import { storeContract } from '@tandem/testing/store-contract';
import { SqlApiKeys } from './sql-api-keys.js';

storeContract(SqlApiKeys, {
  async make(number, get) {
    const member = new Member({ name: 'Bob', email: `bob${number}@example.com`, role: 'viewer' });
    return new ApiKey((await get(Members).add(member)).id, { name: `Key ${number}` });
  },
  change: (apiKey) => apiKey.update({ name: 'Another' }),
  tells: { added: ['api_key.created'], changed: ['api_key.updated'] },
});
