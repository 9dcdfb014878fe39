import { uses } from '../core/use-case.js';
import { mustReachKeysOf } from '../members/granting.js';
import { Members } from '../members/members.port.js';
import { ApiKeys } from './api-keys.port.js';

export class RevokeApiKey extends uses({ apiKeys: ApiKeys, members: Members }) {
  async run({ id }: { id: string }): Promise<void> {
    const { memberId } = await this.apiKeys.one(id);
    mustReachKeysOf(await this.members.one(memberId));
    await this.apiKeys.change(id, (apiKey) => apiKey.revoke());
  }
}
