import { uses } from '../core/use-case.js';
import { inEachTenant } from '../core/scope.js';
import { expiryNotices } from './api-key.js';
import { ApiKeys } from './api-keys.port.js';

export class TellExpiringKeys extends uses({ apiKeys: ApiKeys }) {
  async run(): Promise<void> {
    const expiring = await this.apiKeys.expiringAcrossTenants(expiryNotices);
    await inEachTenant(expiring, ({ id }) => this.apiKeys.changeIfUnlocked(id, (apiKey) => apiKey.announceExpiry()));
  }
}
