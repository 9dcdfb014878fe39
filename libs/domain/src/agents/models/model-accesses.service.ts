import { asConsequence } from '../../core/scope.js';
import { Sealer } from '../../core/sealer.js';
import { needing } from '../../core/use-case.js';
import { IntegrationKeys } from '../../integration-keys/integration-keys.port.js';
import { Providers } from '../../integration-keys/providers.port.js';
import { RunFailure } from '../runs/run-failure.js';
import type { ModelAccess } from './conversations.port.js';
import { modelNamed } from './model-name.js';

/** Opens the tenant's stored key for the model that a run asks. */
export class ModelAccesses extends needing({ keys: IntegrationKeys, providers: Providers, sealer: Sealer }) {
  async of(model: string): Promise<ModelAccess> {
    const name = modelNamed(model);
    const provider = name && this.providers.find(name.provider);
    if (!name || !provider?.chat) throw new RunFailure('configuration', `${model} is no model that can be asked.`);
    const stored = await asConsequence(() => this.keys.findOf(name.provider));
    const key = stored?.opened(this.sealer);
    if (!stored || key === undefined)
      throw new RunFailure('configuration', `No key of ${name.provider} is stored any more.`);
    const address = stored.address!;
    // The setting may have changed since the key was stored.
    const refusal = address === provider.baseUrl ? null : this.providers.keyRefusalOf(address);
    if (refusal !== null) throw new RunFailure('configuration', refusal);
    return { ...name, address, key, limit: provider.chat.limit };
  }
}
