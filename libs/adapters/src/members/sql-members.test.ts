import { Member } from '@tandem/domain/members/member';
import { storeContract } from '@tandem/testing/store-contract';
import { SqlMembers } from './sql-members.js';

storeContract(SqlMembers, {
  make: (number) => new Member({ name: 'Bob', email: `bob${number}@example.com`, role: 'viewer' }),
  change: (member) => member.update({ name: 'Another' }, false),
  filters: { q: 'other' },
  tells: { added: ['member.created'], changed: ['member.updated'] },
});
