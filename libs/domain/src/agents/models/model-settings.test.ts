import { describe, expect, it } from '@jest/globals';
import { Echo } from '../blueprints/echo.blueprint.js';
import { ModelSettings } from './model-settings.js';

const chat = { limit: 'max_tokens' as const, defaultModel: 'usual' };
const providers = [
  { id: 'openai', baseUrl: null, chat },
  { id: 'groq', baseUrl: null, chat },
  { id: 'openai-compatible', baseUrl: null, chat: { ...chat, defaultModel: null } },
  { id: 'github', baseUrl: null },
];
const requesting = (model: string | null = null) => Object.assign(new Echo(), { engine: 'llm', model });
const having = (keys: readonly string[], settings: unknown = {}) =>
  new ModelSettings(
    settings,
    keys.map((provider) => ({ provider, sealedKey: 'sealed' })),
    providers,
  );
const tenants = { agents: { model: 'groq/tenants' } };

describe('the model of a run', () => {
  it('is the requested one, else that of the tenant, the blueprint, or the first provider with a key', () => {
    const settings = having(['groq', 'openai'], tenants);
    expect(settings.choose(requesting('openai/own'), 'openai/a/b').model).toBe('openai/a/b');
    expect(settings.choose(requesting('openai/own')).model).toBe('groq/tenants');
    expect(having(['groq', 'openai']).choose(requesting('groq/own')).model).toBe('groq/own');
    expect(having(['groq', 'openai']).choose(requesting()).model).toBe('openai/usual');
  });

  it('is null for a blueprint without a model', () =>
    expect(having(['groq'], tenants).choose(new Echo())).toEqual({ model: null, reason: null }));

  it.each([
    ['no_key', having([]), null],
    ['no_key', having(['openai']), 'groq/any'],
    ['no_model', having(['openai-compatible']), null],
    ['unknown_provider', having(['github']), 'github/any'],
    ['unknown_provider', having(['groq']), 'groq'],
  ])('is refused with %s', (reason, settings, named) => {
    expect(settings.choose(requesting(), named)).toEqual({ model: null, reason });
    expect(() => settings.mustChoose(requesting(), named)).toThrow('echo ');
  });

  it('cannot be requested for a blueprint without a model', () =>
    expect(() => having(['groq']).mustChoose(new Echo(), 'groq/any')).toThrow('echo asks no model.'));
});
