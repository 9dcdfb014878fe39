import { needing } from '../core/use-case.js';
import { hashToken } from '../core/tokens.js';
import { currentScope, inScope } from '../core/scope.js';
import { Transaction } from '../core/transaction.js';
import { ClaimantAdmission, type Claimed, claimantOf } from './claimant-admission.service.js';
import { unknownInvitation } from './invitation.js';
import { Invitations } from './invitations.port.js';

export class ClaimInvitation extends needing({
  transaction: Transaction,
  invitations: Invitations,
  admission: ClaimantAdmission,
}) {
  run({ code, name }: { code: string; name?: string }): Promise<Claimed> {
    const codeHash = hashToken(code);
    return this.transaction.run(async () => {
      const place = await this.invitations.placeAcrossTenants(codeHash);
      // A code nobody knows is no token either, whatever the body says.
      if (!place || currentScope().actor.id === 'unknown') throw unknownInvitation();
      return inScope(claimantOf(place), () => this.claim(place.invitationId, codeHash, name));
    });
  }

  private async claim(id: string, codeHash: string, name?: string): Promise<Claimed> {
    // The invitation's row is the lock: of many claims at once one comes first, and the others find it claimed.
    const invitation = await this.invitations.change(id, (found) => found.mustBeClaimable(codeHash));
    const claimed = await this.admission.admit(invitation, name);
    await this.invitations.change(id, (found) => found.claim(claimed.apiKey.memberId));
    return claimed;
  }
}
