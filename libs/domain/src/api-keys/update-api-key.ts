import type { ApiKey, ApiKeyFields } from './api-key.js';
import { ApiKeys } from './api-keys.port.js';

export class UpdateApiKey {
  static needs = [ApiKeys] as const;

  constructor(private readonly apiKeys: ApiKeys) {}

  run({ id, ...fields }: ApiKeyFields & { id: string }): Promise<ApiKey> {
    return this.apiKeys.change(id, (apiKey) => apiKey.update(fields));
  }
}
