import { notFound } from '../core/errors.js';
import { IntegrationKeys } from './integration-keys.port.js';

export class DeleteIntegrationKey {
  static needs = [IntegrationKeys] as const;

  constructor(private readonly keys: IntegrationKeys) {}

  async run({ provider }: { provider: string }): Promise<void> {
    const key = await this.keys.findOf(provider);
    if (!key) throw notFound();
    await this.keys.remove(key.id, (stored) => stored.delete());
  }
}
