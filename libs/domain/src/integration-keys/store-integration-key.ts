import { uses } from '../core/use-case.js';
import { notFound } from '../core/errors.js';
import { Sealer } from '../core/sealer.js';
import { Transaction } from '../core/transaction.js';
import { IntegrationKey, type KeyFields } from './integration-key.js';
import { IntegrationKeys } from './integration-keys.port.js';
import { Providers } from './providers.port.js';

export class StoreIntegrationKey extends uses({
  keys: IntegrationKeys,
  providers: Providers,
  sealer: Sealer,
  transaction: Transaction,
}) {
  async run({ provider: id, ...fields }: KeyFields & { provider: string }): Promise<IntegrationKey> {
    const all = this.providers.all();
    const provider = all.find((one) => one.id === id);
    if (!provider) throw notFound(`There is no provider ${id}. Providers are ${all.map((one) => one.id).join(', ')}.`);
    return this.transaction.run(async () => {
      const known = await this.keys.lockOf(id);
      if (known) return this.keys.change(known.id, (key) => key.update(provider, fields, this.sealer));
      return this.keys.add(new IntegrationKey(provider, fields, this.sealer));
    });
  }
}
