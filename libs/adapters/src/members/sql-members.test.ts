import { newId } from '@tandem/domain/core/id';
import { Member } from '@tandem/domain/members/member';
import { storeContract } from '@tandem/testing/store-contract';
import { openTwoTenants } from '@tandem/testing/two-tenants';
import { InMemoryMembers } from './members.fake.js';
import { SqlMembers } from './sql-members.js';

const make = (number: number) =>
  new Member({ name: `Member ${number}`, email: `member${number}@example.com`, role: 'viewer' });
const rename = (member: Member) => member.update({ name: `${member.name}!` }, false);
const tells = { added: ['member.created'], changed: ['member.updated'] };

storeContract(
  'SqlMembers',
  async () => {
    const { database, ours, theirs, happened, close } = await openTwoTenants();
    const tenants = [ours.tenantId, theirs.tenantId] as const;
    return { store: new SqlMembers(database), tenants, make, tells, happened, close };
  },
  rename,
);

storeContract(
  'InMemoryMembers',
  async () => {
    const store = new InMemoryMembers();
    return { store, tenants: [newId(), newId()], make, tells, happened: (tenantId) => store.happened(tenantId) };
  },
  rename,
);
