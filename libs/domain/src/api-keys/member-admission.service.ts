import { uses } from '../core/use-case.js';
import { ApiKey } from './api-key.js';
import { ApiKeys } from './api-keys.port.js';
import type { List, Rendered } from '../core/page.js';
import type { Policy, Role } from '../core/access/rights.js';
import { Member } from '../members/member.js';
import { MemberAccess } from '../members/member-access.js';
import { Members } from '../members/members.port.js';

export interface Admitted {
  member: Rendered;
  accessPolicies: List;
  apiKey: ApiKey;
}

/** Creates or reactivates a member with access policies and a first API key. */
export class MemberAdmission extends uses({ members: Members, apiKeys: ApiKeys }) {
  async admit(
    { email, role, name }: { email: string; role: Role; name?: string },
    policies: readonly Policy[],
  ): Promise<Admitted> {
    const former = await this.members.findByEmail(email);
    const { id } = former
      ? await this.members.change(former.id, (member) => member.reactivate({ name, role }))
      : await this.members.add(new Member({ name: name ?? email.split('@')[0]!, email, role }));
    await this.members.setAccess(new MemberAccess(id, policies));
    const apiKey = await this.apiKeys.add(new ApiKey(id, { name: 'First key' }));
    return { member: await this.members.read(id), accessPolicies: await this.members.access(id), apiKey };
  }
}
