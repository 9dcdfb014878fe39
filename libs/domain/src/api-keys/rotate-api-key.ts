import { uses } from '../core/use-case.js';
import { daySeconds } from '../core/durations.js';
import type { ApiKey } from './api-key.js';
import { ApiKeys } from './api-keys.port.js';

export class RotateApiKey extends uses({ apiKeys: ApiKeys }) {
  run({ id, gracePeriodSeconds = daySeconds }: { id: string; gracePeriodSeconds?: number }): Promise<ApiKey> {
    return this.apiKeys.change(id, (apiKey) => apiKey.rotate(gracePeriodSeconds));
  }
}
