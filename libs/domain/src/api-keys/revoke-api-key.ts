import { ApiKeys } from './api-keys.port.js';

export class RevokeApiKey {
  static needs = [ApiKeys] as const;

  constructor(private readonly apiKeys: ApiKeys) {}

  async run({ id }: { id: string }): Promise<void> {
    await this.apiKeys.change(id, (apiKey) => apiKey.revoke());
  }
}
