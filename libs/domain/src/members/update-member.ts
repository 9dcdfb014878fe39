import { uses } from '../core/use-case.js';
import { Rights } from '../core/access/rights.js';
import { Transaction } from '../core/transaction.js';
import { mustBeGrantable, mustReach } from './granting.js';
import type { Member, MemberFields } from './member.js';
import { Members } from './members.port.js';

export class UpdateMember extends uses({ transaction: Transaction, members: Members }) {
  run({ id, ...fields }: MemberFields & { id: string }): Promise<Member> {
    return this.transaction.run(async () => {
      // Lock order: owners first, so that two owners who demote each other do not deadlock.
      const isLast = fields.role !== undefined && (await this.members.lockOwners()).isLast(id);
      // The lock on the member's row prevents changes of rights between check and update.
      mustReach(await this.members.lock(id));
      const policies = await this.members.policiesOf(id);
      return this.members.change(id, (member) => {
        const rightsAs = (role = member.role) => new Rights(role, policies);
        mustBeGrantable(rightsAs(fields.role), rightsAs());
        member.update(fields, isLast);
      });
    });
  }
}
