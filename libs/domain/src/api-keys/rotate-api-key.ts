import { needing } from '../core/use-case.js';
import type { ApiKey } from './api-key.js';
import { ApiKeys } from './api-keys.port.js';

const dayInSeconds = 86_400;

export class RotateApiKey extends needing({ apiKeys: ApiKeys }) {
  run({ id, gracePeriodSeconds = dayInSeconds }: { id: string; gracePeriodSeconds?: number }): Promise<ApiKey> {
    return this.apiKeys.change(id, (apiKey) => apiKey.rotate(gracePeriodSeconds));
  }
}
