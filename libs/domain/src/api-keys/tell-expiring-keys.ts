import { inScope, systemScope } from '../core/scope.js';
import { ApiKeys } from './api-keys.port.js';

/** Tells of keys that will expire soon, while there is time to rotate them. */
export class TellExpiringKeys {
  static needs = [ApiKeys] as const;

  constructor(private readonly apiKeys: ApiKeys) {}

  async run(): Promise<void> {
    for (const { tenantId, id } of await this.apiKeys.expiringAcrossTenants())
      await inScope(systemScope(tenantId), () => this.apiKeys.change(id, (apiKey) => apiKey.tellExpiry()));
  }
}
