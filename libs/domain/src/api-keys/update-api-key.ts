import { needing } from '../core/use-case.js';
import type { ApiKey, ApiKeyFields } from './api-key.js';
import { ApiKeys } from './api-keys.port.js';
import { KeyCustody } from './key-custody.service.js';

export class UpdateApiKey extends needing({ apiKeys: ApiKeys, custody: KeyCustody }) {
  async run({ id, ...fields }: ApiKeyFields & { id: string }): Promise<ApiKey> {
    await this.custody.mustReach(id);
    return this.apiKeys.change(id, (apiKey) => apiKey.update(fields));
  }
}
