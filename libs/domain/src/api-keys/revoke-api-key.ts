import { needing } from '../core/use-case.js';
import { Members } from '../members/members.port.js';
import { ApiKeys } from './api-keys.port.js';
import { mustHaveCustody } from './key-custody.js';

export class RevokeApiKey extends needing({ apiKeys: ApiKeys, members: Members }) {
  async run({ id }: { id: string }): Promise<void> {
    await mustHaveCustody(await this.apiKeys.one(id), this.members);
    await this.apiKeys.change(id, (apiKey) => apiKey.revoke());
  }
}
