import { needing } from '../core/use-case.js';
import { Rights, type Role } from '../core/rights.js';
import { currentScope } from '../core/scope.js';
import { mustBeGrantable } from '../members/granting.js';
import { Members } from '../members/members.port.js';
import { readPolicies, type WantedPolicy } from '../members/read-policies.js';
import { Notebooks } from '../notebooks/notebooks.port.js';
import { Projects } from '../projects/projects.port.js';
import { Invitation } from './invitation.js';
import { Invitations } from './invitations.port.js';
import { mustBeLive, mustNotBeMember } from './inviting.js';

export class CreateInvitation extends needing({
  invitations: Invitations,
  members: Members,
  projects: Projects,
  notebooks: Notebooks,
}) {
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
    mustBeLive();
    const policies = await readPolicies(accessPolicies, { projects: this.projects, notebooks: this.notebooks });
    mustBeGrantable(Rights.ofMember(role, policies));
    mustNotBeMember(await this.members.findByEmail(email));
    const fields = { email, role, accessPolicies: policies, expiresInDays };
    return this.invitations.add(new Invitation(fields, currentScope().actor.memberId));
  }
}
