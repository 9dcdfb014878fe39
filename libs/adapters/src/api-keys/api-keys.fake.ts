import type { ApiKey } from '@tandem/domain/api-keys/api-key';
import type { ApiKeys } from '@tandem/domain/api-keys/api-keys.port';
import { InMemoryStore } from '@tandem/testing/in-memory-store';
import { apiKeyView } from './api-key.view.js';

export class InMemoryApiKeys extends InMemoryStore<ApiKey> implements ApiKeys {
  constructor() {
    super(apiKeyView);
  }

  async holdMember(): Promise<boolean> {
    return true;
  }

  async revokeAllOf(memberId: string): Promise<number> {
    const keys = this.seen().filter((apiKey) => apiKey.memberId === memberId && !apiKey.revokedAt);
    for (const { id } of keys) await this.change(id, (apiKey) => apiKey.revoke());
    return keys.length;
  }

  async expiringAcrossTenants(): Promise<{ tenantId: string; id: string }[]> {
    return [...this.records.values()].filter((apiKey) => apiKey.expiresAt !== null);
  }
}
