import { DomainError, mustHold } from '../../core/errors.js';
import type { IntegrationKey } from '../../integration-keys/integration-key.js';
import type { Provider } from '../../integration-keys/providers.port.js';
import type { Blueprint } from '../blueprint.js';
import type { ModelAccess } from './conversations.port.js';

export const unavailableReasons = ['no_key', 'no_model', 'unknown_provider'] as const;
export type UnavailableReason = (typeof unavailableReasons)[number];

/** The model that runs of a blueprint ask, or the reason why there is none. Both are null for a blueprint that needs no model. */
export interface Choice {
  model: string | null;
  reason: UnavailableReason | null;
}

export const noneNeeded: Choice = { model: null, reason: null };

/** Of the providers whose keys a tenant has stored, the first in this order is asked. */
const inOrder = ['openai', 'openrouter', 'mistral', 'groq'];

const details: Record<UnavailableReason, string> = {
  no_key: 'needs the key of a provider of models: store one with PUT /integration-keys/{provider}',
  no_model:
    'needs a model: name one as provider/model, in the body or in settings.agents.model of the tenant; the provider of the stored key has no usual one',
  unknown_provider:
    'was told to ask a model of a provider that is unknown or has none; name it as provider/model, such as openai/gpt-5-mini',
};

/** What a tenant has set for models: by its settings, and by the keys it has stored. */
export class ModelSettings {
  private readonly usual: string | null;
  private readonly keyed: ReadonlySet<string>;

  /** `settings` are those of the tenant, `providers` all that there are. */
  constructor(
    settings: unknown,
    keys: readonly Pick<IntegrationKey, 'provider' | 'sealedKey'>[],
    private readonly providers: readonly Provider[],
  ) {
    const model = (settings as { agents?: { model?: unknown } | null } | null)?.agents?.model;
    this.usual = typeof model === 'string' ? model : null;
    this.keyed = new Set(keys.flatMap(({ provider, sealedKey }) => (sealedKey === null ? [] : provider)));
  }

  /** The model that was named for the run, else the tenant's, else the blueprint's, else the usual one of a provider with a key. */
  choose(blueprint: Blueprint, named: string | null = null): Choice {
    if (!blueprint.asksModel) return noneNeeded;
    const model = named ?? this.usual ?? blueprint.model;
    return model === null ? this.ofFirstKey() : this.checked(model);
  }

  /** The model, null for a blueprint that needs none. Throws where there is no model to ask. */
  mustChoose(blueprint: Blueprint, named: string | null = null): string | null {
    const isOfUse = named === null || blueprint.asksModel;
    mustHold(isOfUse, 'model', 'not_allowed', `${blueprint.slug} asks no model.`);
    const { model, reason } = this.choose(blueprint, named);
    if (reason === null) return model;
    const detail = `${blueprint.slug} ${details[reason]}.`;
    throw new DomainError('invalid', 'blueprint_unavailable', detail, { members: { unavailable_reason: reason } });
  }

  private checked(model: string): Choice {
    const name = modelNamed(model);
    if (!name || !this.chatOf(name.provider)) return none('unknown_provider');
    return this.keyed.has(name.provider) ? { model, reason: null } : none('no_key');
  }

  private ofFirstKey(): Choice {
    for (const provider of inOrder) {
      const model = this.chatOf(provider)?.defaultModel;
      if (model && this.keyed.has(provider)) return { model: `${provider}/${model}`, reason: null };
    }
    return none(this.keyed.has('openai-compatible') ? 'no_model' : 'no_key');
  }

  private chatOf(provider: string): Provider['chat'] {
    return this.providers.find(({ id }) => id === provider)?.chat;
  }
}

const none = (reason: UnavailableReason): Choice => ({ model: null, reason });

/** The parts of `provider/model`; the second may have slashes of its own. Undefined where the text is no such name. */
export function modelNamed(text: string): Pick<ModelAccess, 'provider' | 'model'> | undefined {
  const [, provider, model] = /^([^/\s]+)\/(\S+)$/.exec(text) ?? [];
  return provider && model ? { provider, model } : undefined;
}
