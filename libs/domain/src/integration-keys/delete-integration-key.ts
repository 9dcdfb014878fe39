import { uses } from '../core/use-case.js';
import { orNotFound } from '../core/errors.js';
import { IntegrationKeys } from './integration-keys.port.js';

export class DeleteIntegrationKey extends uses({ keys: IntegrationKeys }) {
  async run({ provider }: { provider: string }): Promise<void> {
    const key = orNotFound(await this.keys.findOf(provider));
    await this.keys.remove(key.id, (stored) => stored.delete());
  }
}
