import { asConsequence } from '../../core/scope.js';
import { Sealer } from '../../core/sealer.js';
import { uses } from '../../core/use-case.js';
import { IntegrationKeys } from '../../integration-keys/integration-keys.port.js';
import { Providers } from '../../integration-keys/providers.port.js';
import { Tenants } from '../../tenants/tenants.port.js';
import type { Blueprint } from '../blueprint.js';
import { RunFailure } from '../runs/run-failure.js';
import type { ModelAccess } from './conversations.port.js';
import { type Choice, modelNamed, ModelSettings, noneNeeded } from './model-settings.js';

/** More than the number of providers. */
const maxKeys = 1000;

export class TenantModels extends uses({
  tenants: Tenants,
  keys: IntegrationKeys,
  providers: Providers,
  sealer: Sealer,
}) {
  /** One result per run, in order. Settings are read once, and only if a run uses a model. */
  async choose(runs: readonly { blueprint: Blueprint | undefined; model?: string | null }[]): Promise<Choice[]> {
    const usesModel = runs.some(({ blueprint }) => blueprint?.usesModel);
    const settings = usesModel ? await this.settings() : undefined;
    return runs.map(({ blueprint, model }) => (blueprint && settings?.choose(blueprint, model)) ?? noneNeeded);
  }

  async mustChoose(blueprint: Blueprint, named: string | null = null): Promise<string | null> {
    if (named === null && !blueprint.usesModel) return null;
    return (await this.settings()).mustChoose(blueprint, named);
  }

  async accessTo(model: string): Promise<ModelAccess> {
    const name = modelNamed(model);
    const provider = name && this.providers.find(name.provider);
    if (!name || !provider?.chat) throw new RunFailure('configuration', `${model} is no model that can be asked.`);
    const stored = await asConsequence(() => this.keys.findOf(name.provider));
    const key = stored?.opened(this.sealer);
    if (!stored || key === undefined)
      throw new RunFailure('configuration', `No key of ${name.provider} is stored any more.`);
    const refusal = stored.refusalOf(provider, this.sealer);
    if (refusal !== null) throw new RunFailure('configuration', refusal);
    return { ...name, address: stored.address!, key, limit: provider.chat.limit };
  }

  private settings(): Promise<ModelSettings> {
    return asConsequence(async () => {
      const keys = this.keys.pick(['provider', 'sealedKey'], {}, maxKeys);
      const [{ settings }, stored] = await Promise.all([this.tenants.current(), keys]);
      return new ModelSettings(settings, stored, this.providers.all());
    });
  }
}
