import { uses } from '../core/use-case.js';
import { unauthenticated } from '../core/errors.js';
import { Transaction } from '../core/transaction.js';
import { Members } from '../members/members.port.js';
import { ApiKey, type NewApiKey } from './api-key.js';
import { ApiKeys } from './api-keys.port.js';

export class CreateApiKey extends uses({ transaction: Transaction, apiKeys: ApiKeys, members: Members }) {
  async run(input: NewApiKey): Promise<ApiKey> {
    const apiKey = ApiKey.ofCaller(input);
    return this.transaction.run(async () => {
      // A member deactivated during the request must not leave a key that works after reactivation.
      if (!(await this.members.lockShared(apiKey.memberId))?.isActive) throw unauthenticated();
      return this.apiKeys.add(apiKey);
    });
  }
}
