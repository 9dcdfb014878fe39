import { needing } from '../core/use-case.js';
import { Members } from '../members/members.port.js';
import type { ApiKey, ApiKeyFields } from './api-key.js';
import { ApiKeys } from './api-keys.port.js';
import { mustHaveCustody, mustNotGain } from './key-custody.js';

export class UpdateApiKey extends needing({ apiKeys: ApiKeys, members: Members }) {
  async run({ id, ...fields }: ApiKeyFields & { id: string }): Promise<ApiKey> {
    await mustHaveCustody(await this.apiKeys.one(id), this.members);
    return this.apiKeys.change(id, (apiKey) => {
      const { isActive, expiresAt } = apiKey;
      apiKey.update(fields);
      if ((apiKey.isActive && !isActive) || endsLater(apiKey.expiresAt, expiresAt)) mustNotGain(apiKey);
    });
  }
}

const endsLater = (now: Date | null, before: Date | null) => before !== null && (now === null || now > before);
