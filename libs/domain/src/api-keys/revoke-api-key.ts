import { Members } from '../members/members.port.js';
import { ApiKeys } from './api-keys.port.js';
import { mustHaveCustody } from './key-custody.js';

export class RevokeApiKey {
  static needs = [ApiKeys, Members] as const;

  constructor(
    private readonly apiKeys: ApiKeys,
    private readonly members: Members,
  ) {}

  async run({ id }: { id: string }): Promise<void> {
    await mustHaveCustody(await this.apiKeys.one(id), this.members);
    await this.apiKeys.change(id, (apiKey) => apiKey.revoke());
  }
}
