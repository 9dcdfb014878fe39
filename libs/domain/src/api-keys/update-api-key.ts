import { uses } from '../core/use-case.js';
import { mustReachKeysOf } from '../members/granting.js';
import { Members } from '../members/members.port.js';
import type { ApiKey, ApiKeyFields } from './api-key.js';
import { ApiKeys } from './api-keys.port.js';

export class UpdateApiKey extends uses({ apiKeys: ApiKeys, members: Members }) {
  async run({ id, ...fields }: ApiKeyFields & { id: string }): Promise<ApiKey> {
    const { memberId } = await this.apiKeys.one(id);
    mustReachKeysOf(await this.members.one(memberId));
    return this.apiKeys.change(id, (apiKey) => apiKey.update(fields));
  }
}
