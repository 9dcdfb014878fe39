import { uses } from '../core/use-case.js';
import { currentScope, mustBeLive } from '../core/scope.js';
import { Transaction } from '../core/transaction.js';
import { mustBeGrantable } from '../members/granting.js';
import { Members } from '../members/members.port.js';
import type { Invitation } from './invitation.js';
import { Invitations } from './invitations.port.js';

export class ResendInvitation extends uses({
  transaction: Transaction,
  invitations: Invitations,
  members: Members,
}) {
  run({ id, expiresInDays }: { id: string; expiresInDays?: number }): Promise<Invitation> {
    mustBeLive('A test key cannot invite.');
    return this.transaction.run(async () => {
      const invitation = await this.invitations.change(id, (found) => {
        // The response contains a code that grants these rights to its bearer.
        mustBeGrantable(found.rights);
        found.resend(currentScope().actor.memberId, expiresInDays);
      });
      (await this.members.findByEmail(invitation.email))?.mustBeAbsent();
      return invitation;
    });
  }
}
