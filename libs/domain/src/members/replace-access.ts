import { uses } from '../core/use-case.js';
import type { List } from '../core/page.js';
import { Rights } from '../core/access/rights.js';
import { Transaction } from '../core/transaction.js';
import type { AccessPolicy } from './access-policy.js';
import { mustBeGrantable, mustReach } from './granting.js';
import { MemberAccess } from './member-access.js';
import { Members } from './members.port.js';
import { PolicyReading, type WantedPolicy } from './policy-reading.service.js';

export class ReplaceAccess extends uses({ transaction: Transaction, members: Members, policies: PolicyReading }) {
  run({ id, accessPolicies }: { id: string; accessPolicies: WantedPolicy[] }): Promise<List<AccessPolicy>> {
    return this.transaction.run(async () => {
      const isLast = (await this.members.lockOwners()).isLast(id);
      // The member's row is the lock: the later of two concurrent replacements wins as a whole.
      const member = await this.members.lock(id);
      mustReach(member);
      const requested = await this.policies.read(accessPolicies);
      const before = await this.members.policiesOf(id);
      member.mustStayAdministrable(requested, isLast);
      mustBeGrantable(new Rights(member.role, requested), new Rights(member.role, before));
      await this.members.setAccess(new MemberAccess(member.id, requested, before));
      return this.members.access(id);
    });
  }
}
