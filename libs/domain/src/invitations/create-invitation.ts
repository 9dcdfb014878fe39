import { uses } from '../core/use-case.js';
import { Rights } from '../core/access/rights.js';
import { currentScope, mustBeLive } from '../core/scope.js';
import { mustBeGrantable } from '../members/granting.js';
import { Members } from '../members/members.port.js';
import { PolicyReading, type WantedPolicy } from '../members/policy-reading.service.js';
import { Invitation, type InvitationFields } from './invitation.js';
import { Invitations } from './invitations.port.js';

type NewInvitation = Pick<InvitationFields, 'email' | 'expiresInDays'> &
  Partial<Pick<InvitationFields, 'role'> & { accessPolicies: WantedPolicy[] }>;

export class CreateInvitation extends uses({ invitations: Invitations, members: Members, policies: PolicyReading }) {
  async run({ role = 'member', accessPolicies = [], ...fields }: NewInvitation): Promise<Invitation> {
    mustBeLive('A test key cannot invite.');
    const policies = await this.policies.read(accessPolicies);
    mustBeGrantable(new Rights(role, policies));
    (await this.members.findByEmail(fields.email))?.mustBeAbsent();
    const invitation = new Invitation({ ...fields, role, accessPolicies: policies }, currentScope().actor.memberId);
    return this.invitations.add(invitation);
  }
}
