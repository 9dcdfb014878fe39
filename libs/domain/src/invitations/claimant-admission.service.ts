import { needing } from '../core/use-case.js';
import { ApiKey } from '../api-keys/api-key.js';
import { ApiKeys } from '../api-keys/api-keys.port.js';
import type { List, Rendered } from '../core/page.js';
import { Rights } from '../core/rights.js';
import { currentScope, type Scope } from '../core/scope.js';
import { AccessPolicy } from '../members/access-policy.js';
import { Member } from '../members/member.js';
import { Members } from '../members/members.port.js';
import type { Invitation } from './invitation.js';
import type { InvitationPlace } from './invitations.port.js';

/** What a claim gives: the key is in it, once. */
export interface Claimed {
  member: Rendered;
  accessPolicies: List;
  apiKey: ApiKey;
}

/** Makes whoever was invited an active member, anew or again, with what the invitation says and a first API key. */
export class ClaimantAdmission extends needing({ members: Members, apiKeys: ApiKeys }) {
  async admit(invitation: Invitation, name?: string): Promise<Claimed> {
    const { email, role, accessPolicies, invitedBy } = invitation;
    if (invitedBy) invitation.mustBeBackedBy(await this.rightsOf(invitedBy));
    const former = await this.members.findByEmail(email);
    const { id } = former
      ? await this.members.change(former.id, (member) => member.reactivate({ name, role }))
      : await this.members.add(new Member({ name: name ?? email.split('@')[0]!, email, role }));
    const policies = accessPolicies.map((policy) => new AccessPolicy(id, policy));
    await this.members.setPolicies(id, policies);
    const apiKey = await this.apiKeys.add(new ApiKey(id, { name: 'First key' }));
    return { member: await this.members.read(id), accessPolicies: await this.members.access(id), apiKey };
  }
  /** By role and policies; undefined when they are no active member any more. */
  private async rightsOf(memberId: string): Promise<Rights | undefined> {
    const member = await this.members.find(memberId);
    return member?.isActive ? Rights.ofMember(member.role, await this.members.policiesOf(memberId)) : undefined;
  }
}

/** Whoever shows the code acts as the invitation, in its tenant, whatever other token came along. */
export const claimantOf = ({ tenantId, invitationId }: InvitationPlace): Scope => ({
  ...currentScope(),
  tenantId,
  actor: { type: 'invitation', id: invitationId, memberId: null },
  // Whoever invited was let invite; what admits the claimant is not cut by what a claimant may do, which is nothing.
  rights: Rights.full,
  isTest: false,
  keyExpiresAt: null,
});
