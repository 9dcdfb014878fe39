import { needing } from '../core/use-case.js';
import type { List } from '../core/page.js';
import { Rights } from '../core/rights.js';
import { Transaction } from '../core/transaction.js';
import { Notebooks } from '../notebooks/notebooks.port.js';
import { Projects } from '../projects/projects.port.js';
import { AccessPolicy } from './access-policy.js';
import { mustBeGrantable, mustReach } from './granting.js';
import { isLastOwner } from './last-owner.js';
import { Members } from './members.port.js';
import { readPolicies, type WantedPolicy } from './read-policies.js';

export class ReplaceAccess extends needing({
  transaction: Transaction,
  members: Members,
  projects: Projects,
  notebooks: Notebooks,
}) {
  run({ id, accessPolicies }: { id: string; accessPolicies: WantedPolicy[] }): Promise<List<AccessPolicy>> {
    return this.transaction.run(async () => {
      const isLast = await isLastOwner(id, this.members);
      // The member's row is the lock: of two replacements at once the later one stands, whole.
      const member = await this.members.change(id, mustReach);
      const wanted = await readPolicies(accessPolicies, { projects: this.projects, notebooks: this.notebooks });
      const before = await this.members.policiesOf(id);
      member.mustKeepHouse(wanted, isLast);
      mustBeGrantable(Rights.ofMember(member.role, wanted), Rights.ofMember(member.role, before));
      const policies = wanted.map((policy) =>
        new AccessPolicy(member.id, policy).replace(before.find(({ domain }) => domain === policy.domain)),
      );
      await this.members.setPolicies(member.id, policies);
      return this.members.access(id);
    });
  }
}
