import { needing } from '../core/use-case.js';
import type { ApiKey, ApiKeyFields } from './api-key.js';
import { ApiKeys } from './api-keys.port.js';
import { KeyCustody } from './key-custody.service.js';

export class UpdateApiKey extends needing({ apiKeys: ApiKeys, custody: KeyCustody }) {
  async run({ id, ...fields }: ApiKeyFields & { id: string }): Promise<ApiKey> {
    await this.custody.mustReach(id);
    return this.apiKeys.change(id, (apiKey) => {
      const { isActive, expiresAt } = apiKey;
      apiKey.update(fields);
      if ((apiKey.isActive && !isActive) || endsLater(apiKey.expiresAt, expiresAt)) apiKey.mustNotGain();
    });
  }
}

const endsLater = (now: Date | null, before: Date | null) => before !== null && (now === null || now > before);
