import { needing } from '../core/use-case.js';
import { ApiKeys } from './api-keys.port.js';
import { KeyCustody } from './key-custody.service.js';

export class RevokeApiKey extends needing({ apiKeys: ApiKeys, custody: KeyCustody }) {
  async run({ id }: { id: string }): Promise<void> {
    await this.custody.mustReach(id);
    await this.apiKeys.change(id, (apiKey) => apiKey.revoke());
  }
}
