import { Invitation } from '@tandem/domain/invitations/invitation';
import { storeContract } from '@tandem/testing/store-contract';
import { SqlInvitations } from './sql-invitations.js';

storeContract(SqlInvitations, {
  make: (number) => new Invitation({ email: `guest${number}@example.com`, role: 'viewer', accessPolicies: [] }, null),
  change: (invitation) => invitation.revoke(),
  tells: { added: ['invitation.created'], changed: ['invitation.revoked'] },
});
