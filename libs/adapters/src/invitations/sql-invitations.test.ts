import { newId } from '@tandem/domain/core/id';
import { Invitation } from '@tandem/domain/invitations/invitation';
import { storeContract } from '@tandem/testing/store-contract';
import { openTwoTenants } from '@tandem/testing/two-tenants';
import { InMemoryInvitations } from './invitations.fake.js';
import { SqlInvitations } from './sql-invitations.js';

const make = (number: number) =>
  new Invitation({ email: `guest${number}@example.com`, role: 'viewer', accessPolicies: [] }, null);
const revoke = (invitation: Invitation) => invitation.revoke();
const tells = { added: ['invitation.created'], changed: ['invitation.revoked'] };

storeContract(
  'SqlInvitations',
  async () => {
    const { database, ours, theirs, happened, close } = await openTwoTenants();
    const tenants = [ours.tenantId, theirs.tenantId] as const;
    return { store: new SqlInvitations(database), tenants, make, tells, happened, close };
  },
  revoke,
);

storeContract(
  'InMemoryInvitations',
  async () => {
    const store = new InMemoryInvitations();
    return { store, tenants: [newId(), newId()], make, tells, happened: (tenantId) => store.happened(tenantId) };
  },
  revoke,
);
