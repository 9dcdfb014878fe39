import { DomainError, mustHold } from '../../core/errors.js';
import type { IntegrationKey } from '../../integration-keys/integration-key.js';
import type { Provider } from '../../integration-keys/providers.port.js';
import type { Blueprint } from '../blueprint.js';
import type { ModelAccess } from './conversations.port.js';

export const unavailableReasons = ['no_key', 'no_model', 'unknown_provider'] as const;
export type UnavailableReason = (typeof unavailableReasons)[number];

/** The model of a blueprint's runs, or why there is none; both are null for a blueprint without a model. */
export interface Choice {
  model: string | null;
  reason: UnavailableReason | null;
}

export const noneNeeded: Choice = { model: null, reason: null };

const preferredProviders = ['openai', 'openrouter', 'mistral', 'groq'];

const details: Record<UnavailableReason, string> = {
  no_key: 'needs the key of a provider of models: store one with PUT /integration-keys/{provider}',
  no_model:
    'needs a model: name one as provider/model, in the body or in settings.agents.model of the tenant; ' +
    'the provider of the stored key has no usual one',
  unknown_provider:
    'was told to ask a model of a provider that is unknown or has none; ' +
    'name it as provider/model, such as openai/gpt-5-mini',
};

export class ModelSettings {
  private readonly tenantDefault: string | null;
  private readonly keyed: ReadonlySet<string>;

  constructor(
    settings: unknown,
    keys: readonly Pick<IntegrationKey, 'provider' | 'sealedKey'>[],
    private readonly providers: readonly Provider[],
  ) {
    const model = (settings as { agents?: { model?: unknown } | null } | null)?.agents?.model;
    this.tenantDefault = typeof model === 'string' ? model : null;
    this.keyed = new Set(keys.flatMap(({ provider, sealedKey }) => (sealedKey === null ? [] : provider)));
  }

  /** The requested model, or the default of the tenant, the blueprint, or the first provider with a key. */
  choose(blueprint: Blueprint, named: string | null = null): Choice {
    if (!blueprint.usesModel) return noneNeeded;
    const model = named ?? this.tenantDefault ?? blueprint.model;
    return model === null ? this.ofFirstKey() : this.checked(model);
  }

  /** Null for a blueprint without a model; throws when no model is available. */
  mustChoose(blueprint: Blueprint, named: string | null = null): string | null {
    const isApplicable = named === null || blueprint.usesModel;
    mustHold(isApplicable, 'model', 'not_allowed', `${blueprint.slug} asks no model.`);
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
    for (const provider of preferredProviders) {
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

/** Splits `provider/model`, where the model may contain slashes; undefined for any other text. */
export function modelNamed(text: string): Pick<ModelAccess, 'provider' | 'model'> | undefined {
  const [, provider, model] = /^([^/\s]+)\/(\S+)$/.exec(text) ?? [];
  return provider && model ? { provider, model } : undefined;
}
