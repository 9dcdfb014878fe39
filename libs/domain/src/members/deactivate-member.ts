import { uses } from '../core/use-case.js';
import { Transaction } from '../core/transaction.js';
import { mustReach } from './granting.js';
import { MemberKeys, Members } from './members.port.js';

export class DeactivateMember extends uses({ transaction: Transaction, members: Members, keys: MemberKeys }) {
  async run({ id }: { id: string }): Promise<void> {
    await this.transaction.run(async () => {
      const isLast = (await this.members.lockOwners()).isLast(id);
      await this.members.change(id, (member) => {
        mustReach(member);
        member.deactivate(isLast);
      });
      await this.keys.revokeOf(id);
    });
  }
}
