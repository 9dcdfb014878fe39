import { describe, expect, it } from '@jest/globals';
import { roles } from '@tandem/domain/core/access/rights';
import { Member } from '@tandem/domain/members/member';
import { storeContract } from '@tandem/testing/store-contract';
import { useStore } from '@tandem/testing/use-store';
import { SqlMembers } from './sql-members.js';

storeContract(SqlMembers, {
  make: (number) => new Member({ name: 'Bob', email: `bob${number}@example.com`, role: 'viewer' }),
  change: (member) => member.update({ name: 'Another' }, false),
  filters: { q: 'other' },
  records: { added: ['member.created'], changed: ['member.updated'] },
});

describe('SqlMembers', () => {
  const { ours } = useStore(SqlMembers);

  it('locks the active owners that the getter finds', () =>
    ours(async (members) => {
      const created: Member[] = [];
      for (const role of roles)
        for (const isActive of [true, false]) {
          const member = new Member({ name: 'Bob', email: `${role}-${isActive}@example.com`, role });
          created.push(await members.add(Object.assign(member, { isActive })));
        }
      const ids = [...(await members.lockOwners()).rights.keys()];
      const expected = created.filter(({ isActiveOwner }) => isActiveOwner).map(({ id }) => id);
      expect(ids.filter((id) => created.some((one) => one.id === id))).toEqual(expected);
      expect(expected).toHaveLength(1);
    }));
});
