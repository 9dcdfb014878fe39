import { DomainError, mustHold } from '../../core/errors.js';
import { asConsequence } from '../../core/scope.js';
import { Sealer } from '../../core/sealer.js';
import { needing } from '../../core/use-case.js';
import { IntegrationKeys } from '../../integration-keys/integration-keys.port.js';
import { Providers } from '../../integration-keys/providers.port.js';
import { Tenants } from '../../tenants/tenants.port.js';
import type { Blueprint } from '../blueprint.js';
import type { AgentRun } from '../runs/agent-run.js';
import { AgentRuns } from '../runs/agent-runs.port.js';
import { RunFailure } from '../runs/run-failure.js';
import type { ModelAccess } from './conversations.port.js';

export const unavailableReasons = ['no_key', 'no_model', 'unknown_provider'] as const;
export type UnavailableReason = (typeof unavailableReasons)[number];

/** The model that runs of a blueprint ask, or the reason why there is none. Both are null for a blueprint that needs no model. */
interface Choice {
  model: string | null;
  reason: UnavailableReason | null;
}

/** More than there are providers. */
const mostKeys = 1000;

/** Of the providers whose keys a tenant has stored, the first in this order is asked. */
const inOrder = ['openai', 'openrouter', 'mistral', 'groq'];

const details: Record<UnavailableReason, string> = {
  no_key: 'needs the key of a provider of models: store one with PUT /integration-keys/{provider}',
  no_model:
    'needs a model: name one as provider/model, in the body or in settings.agents.model of the tenant; the provider of the stored key has no usual one',
  unknown_provider:
    'was told to ask a model of a provider that is unknown or has none; name it as provider/model, such as openai/gpt-5-mini',
};

/**
 * Decides which model a run asks: the one that was named for the run, else the tenant's, else the blueprint's, else the usual one of
 * a provider whose key is stored. Finds the address and the key with which it is asked.
 */
export class ModelChoice extends needing({
  tenants: Tenants,
  keys: IntegrationKeys,
  providers: Providers,
  runs: AgentRuns,
  sealer: Sealer,
}) {
  async of(blueprint: Blueprint, model: string | null = null): Promise<Choice> {
    return (await this.ofEach([{ blueprint, model }]))[0]!;
  }

  /** As `of`, for many at once, some of no known blueprint: the tenant's setting and its keys are read only once. */
  async ofEach(wanted: readonly { blueprint: Blueprint | undefined; model?: string | null }[]): Promise<Choice[]> {
    const areAsked = wanted.some(({ blueprint }) => blueprint?.engine === 'llm');
    const [usual, keyed] = areAsked
      ? await Promise.all([this.ofTenant(), this.providersWithKey()])
      : [null, new Set<string>()];
    return wanted.map(({ blueprint, model = null }) => {
      if (blueprint?.engine !== 'llm') return { model: null, reason: null };
      const named = model ?? usual ?? blueprint.model;
      return named === null ? this.ofFirstKey(keyed) : this.checked(named, keyed);
    });
  }

  /** The model, null for a blueprint that needs none. Throws where there is no model to ask. */
  async mustFind(blueprint: Blueprint, wanted: string | null = null): Promise<string | null> {
    const isOfUse = wanted === null || blueprint.engine === 'llm';
    mustHold(isOfUse, 'model', 'not_allowed', `${blueprint.slug} asks no model.`);
    const { model, reason } = await this.of(blueprint, wanted);
    if (reason === null) return model;
    const detail = `${blueprint.slug} ${details[reason]}.`;
    throw new DomainError('invalid', 'blueprint_unavailable', detail, { members: { unavailable_reason: reason } });
  }

  async accessFor(run: AgentRun, blueprint: Blueprint): Promise<ModelAccess> {
    const model = await this.modelOf(run, blueprint);
    const name = modelNamed(model);
    const provider = name && this.providers.find(name.provider);
    if (!name || !provider?.chat) throw new RunFailure('configuration', `${model} is no model that can be asked.`);
    const stored = await asConsequence(() => this.keys.findOf(name.provider));
    const key = stored?.opened(this.sealer);
    if (!stored || key === undefined)
      throw new RunFailure('configuration', `No key of ${name.provider} is stored any more.`);
    const address = stored.address!;
    // Which addresses the operator allows may have changed since the key was stored.
    const refusal = address === provider.baseUrl ? null : this.sealer.refusalOf('base_url', address);
    if (refusal !== null) throw new RunFailure('configuration', refusal);
    return { ...name, address, key, limit: provider.chat.limit };
  }

  /** A run that was started without a model, such as that of a schedule, is given the usual one when it first asks, and keeps it. */
  private async modelOf(run: AgentRun, blueprint: Blueprint): Promise<string> {
    if (run.model !== null) return run.model;
    const { model, reason } = await this.of(blueprint);
    if (model === null) throw new RunFailure('configuration', `There is no model to ask: ${reason}.`);
    await this.runs.change(run.id, (stored) => {
      if (stored.isHeldBy(run.workerId)) stored.chooseModel(model);
    });
    run.chooseModel(model);
    return model;
  }

  private async ofTenant(): Promise<string | null> {
    const { settings } = await asConsequence(() => this.tenants.current());
    const model = (settings as { agents?: { model?: unknown } | null } | null)?.agents?.model;
    return typeof model === 'string' ? model : null;
  }

  private async providersWithKey(): Promise<ReadonlySet<string>> {
    const keys = await asConsequence(() => this.keys.pick(['provider', 'sealedKey'], {}, mostKeys));
    return new Set(keys.flatMap(({ provider, sealedKey }) => (sealedKey === null ? [] : provider)));
  }

  private checked(model: string, keyed: ReadonlySet<string>): Choice {
    const name = modelNamed(model);
    if (!name || !this.providers.find(name.provider)?.chat) return none('unknown_provider');
    return keyed.has(name.provider) ? { model, reason: null } : none('no_key');
  }

  private ofFirstKey(keyed: ReadonlySet<string>): Choice {
    for (const provider of inOrder) {
      const model = this.providers.find(provider)?.chat?.defaultModel;
      if (model && keyed.has(provider)) return { model: `${provider}/${model}`, reason: null };
    }
    return none(keyed.has('openai-compatible') ? 'no_model' : 'no_key');
  }
}

const none = (reason: UnavailableReason): Choice => ({ model: null, reason });

/** The parts of `provider/model`; the second may have slashes of its own. Undefined where the text is no such name. */
function modelNamed(text: string): Pick<ModelAccess, 'provider' | 'model'> | undefined {
  const [, provider, model] = /^([^/\s]+)\/(\S+)$/.exec(text) ?? [];
  return provider && model ? { provider, model } : undefined;
}
