import { DomainError, mustHold } from '../../core/errors.js';
import { asConsequence, currentScope } from '../../core/scope.js';
import { needing } from '../../core/use-case.js';
import { IntegrationKeys } from '../../integration-keys/integration-keys.port.js';
import { Providers } from '../../integration-keys/providers.port.js';
import { Tenants } from '../../tenants/tenants.port.js';
import type { Blueprint } from '../blueprint.js';
import { modelNamed } from './model-name.js';

export const unavailableReasons = ['no_key', 'no_model', 'unknown_provider'] as const;
export type UnavailableReason = (typeof unavailableReasons)[number];

/** The model that runs of a blueprint ask, or why there is none; neither for a blueprint that asks none. */
export interface Choice {
  model: string | null;
  reason: UnavailableReason | null;
}

/** Where a tenant has several keys, the first of these is asked. */
const inOrder = ['openai', 'openrouter', 'mistral', 'groq'];

const details: Record<UnavailableReason, string> = {
  no_key: 'needs the key of a provider of models: store one with PUT /integration-keys/{provider}',
  no_model:
    'needs a model: name one as provider/model, in the body or in settings.agents.model of the tenant; the provider of the stored key has no usual one',
  unknown_provider:
    'was told to ask a model of a provider that is unknown or has none; name it as provider/model, such as openai/gpt-5-mini',
};

/** Decides which model a run asks: the one that is asked for, else the tenant's, the blueprint's, or that of the first stored key. */
export class ModelChoice extends needing({ tenants: Tenants, keys: IntegrationKeys, providers: Providers }) {
  async of(blueprint: Blueprint, wanted: string | null = null): Promise<Choice> {
    if (blueprint.engine !== 'llm') return { model: null, reason: null };
    const named = wanted ?? (await this.ofTenant()) ?? blueprint.model;
    return named === null ? this.usual() : this.checked(named);
  }

  /** The model; refuses where there is none. */
  async mustFind(blueprint: Blueprint, wanted: string | null = null): Promise<string | null> {
    const isOfUse = wanted === null || blueprint.engine === 'llm';
    mustHold(isOfUse, 'model', 'not_allowed', `${blueprint.slug} asks no model.`);
    const { model, reason } = await this.of(blueprint, wanted);
    if (reason === null) return model;
    const detail = `${blueprint.slug} ${details[reason]}.`;
    throw new DomainError('invalid', 'blueprint_unavailable', detail, { members: { unavailable_reason: reason } });
  }

  private async ofTenant(): Promise<string | null> {
    const { settings } = await asConsequence(() => this.tenants.one(currentScope().tenantId));
    const model = (settings as { agents?: { model?: unknown } | null } | null)?.agents?.model;
    return typeof model === 'string' ? model : null;
  }

  private async checked(text: string): Promise<Choice> {
    const name = modelNamed(text);
    if (!name || !this.providers.find(name.provider)?.chat) return none('unknown_provider');
    return (await this.hasKey(name.provider)) ? { model: text, reason: null } : none('no_key');
  }

  private async usual(): Promise<Choice> {
    for (const provider of inOrder) {
      const model = this.providers.find(provider)?.chat?.defaultModel;
      if (model && (await this.hasKey(provider))) return { model: `${provider}/${model}`, reason: null };
    }
    return none((await this.hasKey('openai-compatible')) ? 'no_model' : 'no_key');
  }

  private async hasKey(provider: string): Promise<boolean> {
    const key = await asConsequence(() => this.keys.findOf(provider));
    return !!key && key.sealedKey !== null;
  }
}

const none = (reason: UnavailableReason): Choice => ({ model: null, reason });
