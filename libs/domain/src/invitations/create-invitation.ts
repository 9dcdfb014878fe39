import { needing } from '../core/use-case.js';
import { Rights, type Role } from '../core/access/rights.js';
import { currentScope, mustBeLive } from '../core/scope.js';
import { mustBeGrantable } from '../members/granting.js';
import { Members } from '../members/members.port.js';
import { PolicyReading, type WantedPolicy } from '../members/policy-reading.service.js';
import { Invitation } from './invitation.js';
import { Invitations } from './invitations.port.js';

export class CreateInvitation extends needing({ invitations: Invitations, members: Members, policies: PolicyReading }) {
  async run({
    email,
    role = 'member',
    accessPolicies = [],
    expiresInDays,
  }: {
    email: string;
    role?: Role;
    accessPolicies?: WantedPolicy[];
    expiresInDays?: number;
  }): Promise<Invitation> {
    mustBeLive('A test key cannot invite.');
    const policies = await this.policies.read(accessPolicies);
    mustBeGrantable(new Rights(role, policies));
    (await this.members.findByEmail(email))?.mustBeAbsent();
    const fields = { email, role, accessPolicies: policies, expiresInDays };
    return this.invitations.add(new Invitation(fields, currentScope().actor.memberId));
  }
}
