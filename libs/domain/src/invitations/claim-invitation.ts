import { uses } from '../core/use-case.js';
import { currentScope, inTenant, noTenant } from '../core/scope.js';
import { Authorizations } from '../core/access/authorizations.js';
import { Transaction } from '../core/transaction.js';
import { type Admitted, MemberAdmission } from '../api-keys/member-admission.service.js';
import { hashOfShown, unknownInvitation } from './invitation.js';
import { Invitations } from './invitations.port.js';

/** Admits the bearer of the code, in the body or as token, as a member. The actor is always the invitation. */
export class ClaimInvitation extends uses({
  transaction: Transaction,
  invitations: Invitations,
  authorizations: Authorizations,
  admission: MemberAdmission,
}) {
  async run({ code, name }: { code?: string; name?: string }): Promise<Admitted> {
    const { tenantId, requestId, ip, userAgent, traceparent } = currentScope();
    const codeHash = hashOfShown(code);
    return this.transaction.run(async () => {
      const record = await this.invitations.recordAcrossTenants(codeHash);
      // An unknown code as token belongs to no tenant and is refused, whatever code the body has.
      if (!record || tenantId === noTenant) throw unknownInvitation();
      const actor = { type: 'invitation', id: record.id, memberId: null } as const;
      const claimant = { actor, requestId, ip, userAgent, traceparent };
      return inTenant(record.tenantId, () => this.claim(record.id, codeHash, name), claimant);
    });
  }

  private async claim(id: string, codeHash: string, name?: string): Promise<Admitted> {
    // The lock on the invitation serializes claims: one succeeds, and the others find it claimed.
    const invitation = await this.invitations.change(id, (found) => found.mustBeClaimable(codeHash));
    const [inviter] = await this.authorizations.of([{ memberId: invitation.invitedBy, keyId: null }]);
    invitation.mustBeBackedBy(inviter!);
    const { email, role, accessPolicies } = invitation;
    const admitted = await this.admission.admit({ email, role, name }, accessPolicies);
    await this.invitations.change(id, (found) => found.claim(admitted.apiKey.memberId));
    return admitted;
  }
}
