import type { Rendered } from '../core/page.js';
import { ApiKeys } from './api-keys.port.js';

export class GetApiKey {
  static needs = [ApiKeys] as const;

  constructor(private readonly apiKeys: ApiKeys) {}

  run({ id }: { id: string }): Promise<Rendered> {
    return this.apiKeys.read(id);
  }
}
