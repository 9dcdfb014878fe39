import { needing } from '../core/use-case.js';
import { ApiKey } from '../api-keys/api-key.js';
import { ApiKeys } from '../api-keys/api-keys.port.js';
import type { List, Rendered } from '../core/page.js';
import { AccessPolicy } from '../members/access-policy.js';
import { memberRights } from '../members/granting.js';
import { Member } from '../members/member.js';
import { Members } from '../members/members.port.js';
import type { Invitation } from './invitation.js';
import { rejoin } from './inviting.js';

/** What a claim gives: the key is in it, once. */
export interface Claimed {
  member: Rendered;
  accessPolicies: List;
  apiKey: ApiKey;
}

/** Makes whoever was invited an active member, anew or again, with what the invitation says and a first API key. */
export class AdmitClaimant extends needing({ members: Members, apiKeys: ApiKeys }) {
  async run(invitation: Invitation, name?: string): Promise<Claimed> {
    const { email, role, accessPolicies, invitedBy } = invitation;
    if (invitedBy) invitation.mustBeBackedBy(await memberRights(invitedBy, this.members));
    const former = await this.members.findByEmail(email);
    const { id } = former
      ? await this.members.change(former.id, (member) => rejoin(member, { name, role }))
      : await this.members.add(new Member({ name: name ?? email.split('@')[0]!, email, role }));
    const policies = accessPolicies.map((policy) => new AccessPolicy(id, policy));
    await this.members.setPolicies(id, policies);
    const apiKey = await this.apiKeys.add(new ApiKey(id, { name: 'First key' }));
    return { member: await this.members.read(id), accessPolicies: await this.members.access(id), apiKey };
  }
}
