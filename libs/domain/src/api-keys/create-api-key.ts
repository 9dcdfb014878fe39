import { needing } from '../core/use-case.js';
import { missing, mustHold, unauthenticated } from '../core/errors.js';
import { currentScope, mustBeLive } from '../core/scope.js';
import { Transaction } from '../core/transaction.js';
import { Members } from '../members/members.port.js';
import { ApiKey, type NewApiKey } from './api-key.js';
import { ApiKeys } from './api-keys.port.js';

export class CreateApiKey extends needing({ transaction: Transaction, apiKeys: ApiKeys, members: Members }) {
  async run(input: NewApiKey): Promise<ApiKey> {
    const { actor, rights } = currentScope();
    if (!actor.memberId) throw missing('member_id');
    if (input.environment !== 'test') mustBeLive('A test key makes test keys only.');
    const scopes = input.scopes ?? [...rights.scopes];
    const excess = scopes.filter((scope) => !rights.coversScope(scope));
    const detail = `A key may do no more than you: you do not have ${excess.join(', ')} yourself.`;
    mustHold(excess.length === 0, 'scopes', 'exceeds_creator', detail);
    const apiKey = new ApiKey(actor.memberId, { ...input, scopes });
    return this.transaction.run(async () => {
      // A member who was deactivated since the request came in must not leave a key that would work once they are active again.
      if (!(await this.members.lockShared(apiKey.memberId))?.isActive) throw unauthenticated();
      return this.apiKeys.add(apiKey);
    });
  }
}
