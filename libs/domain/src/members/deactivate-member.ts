import { needing } from '../core/use-case.js';
import { ApiKeys } from '../api-keys/api-keys.port.js';
import { Transaction } from '../core/transaction.js';
import { mustReach } from './granting.js';
import { LastOwner } from './last-owner.service.js';
import { Members } from './members.port.js';

export class DeactivateMember extends needing({
  transaction: Transaction,
  members: Members,
  apiKeys: ApiKeys,
  lastOwner: LastOwner,
}) {
  async run({ id }: { id: string }): Promise<void> {
    await this.transaction.run(async () => {
      const isLast = await this.lastOwner.lockOwnersAndCheck(id);
      await this.members.change(id, (member) => {
        mustReach(member);
        member.deactivate(isLast);
      });
      await this.apiKeys.changeEach({ memberId: id }, (apiKey) => apiKey.revoke());
    });
  }
}
