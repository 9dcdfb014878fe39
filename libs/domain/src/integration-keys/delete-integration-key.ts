import { needing } from '../core/use-case.js';
import { notFound } from '../core/errors.js';
import { IntegrationKeys } from './integration-keys.port.js';

export class DeleteIntegrationKey extends needing({ keys: IntegrationKeys }) {
  async run({ provider }: { provider: string }): Promise<void> {
    const key = await this.keys.findOf(provider);
    if (!key) throw notFound();
    await this.keys.remove(key.id, (stored) => stored.delete());
  }
}
