import { type KeyFaultMeant, KeyProvider, type ProviderRow } from './key-provider.js';

const bearer = { authorization: 'Bearer {key}' };
const models = { check: 'GET /models', headers: bearer } as const;

/** Unless the provider overrides them; 2xx means that the key is valid. */
export const defaultStatuses: Record<number, KeyFaultMeant> = {
  401: 'auth_failed',
  403: 'insufficient_scope',
  429: 'rate_limited',
};

const slackErrors: Record<string, KeyFaultMeant> = {
  invalid_auth: 'auth_failed',
  not_authed: 'auth_failed',
  account_inactive: 'auth_failed',
  token_revoked: 'auth_failed',
  token_expired: 'auth_failed',
  missing_scope: 'insufficient_scope',
  no_permission: 'insufficient_scope',
  not_allowed_token_type: 'insufficient_scope',
  ekm_access_denied: 'insufficient_scope',
  ratelimited: 'rate_limited',
};

const table: Record<string, ProviderRow> = {
  openai: {
    title: 'OpenAI',
    baseUrl: 'https://api.openai.com/v1',
    ...models,
    chat: { limit: 'max_completion_tokens', defaultModel: 'gpt-5-mini' },
  },
  anthropic: {
    title: 'Anthropic',
    baseUrl: 'https://api.anthropic.com/v1',
    check: 'GET /models?limit=1',
    headers: { 'x-api-key': '{key}', 'anthropic-version': '2023-06-01' },
  },
  // Its list of models needs no key.
  openrouter: {
    title: 'OpenRouter',
    baseUrl: 'https://openrouter.ai/api/v1',
    check: 'GET /key',
    headers: bearer,
    chat: { limit: 'max_tokens', defaultModel: 'openai/gpt-5-mini' },
  },
  'google-ai': {
    title: 'Google AI',
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
    check: 'GET /models?pageSize=1',
    headers: { 'x-goog-api-key': '{key}' },
    statuses: { 400: 'auth_failed' },
  },
  mistral: {
    title: 'Mistral',
    baseUrl: 'https://api.mistral.ai/v1',
    ...models,
    chat: { limit: 'max_tokens', defaultModel: 'mistral-small-latest' },
  },
  groq: {
    title: 'Groq',
    baseUrl: 'https://api.groq.com/openai/v1',
    ...models,
    chat: { limit: 'max_completion_tokens', defaultModel: 'openai/gpt-oss-120b' },
  },
  'openai-compatible': {
    title: 'OpenAI-compatible server',
    baseUrl: null,
    ...models,
    chat: { limit: 'max_tokens', defaultModel: null },
  },
  github: {
    title: 'GitHub',
    baseUrl: 'https://api.github.com',
    check: 'GET /user',
    headers: { ...bearer, accept: 'application/vnd.github+json' },
  },
  gitlab: { title: 'GitLab', baseUrl: 'https://gitlab.com/api/v4', check: 'GET /user', headers: bearer },
  slack: {
    title: 'Slack',
    baseUrl: 'https://slack.com/api',
    check: 'POST /auth.test',
    headers: bearer,
    names: { at: 'error', mean: slackErrors },
  },
  // Personal API keys are sent without the word Bearer.
  linear: {
    title: 'Linear',
    baseUrl: 'https://api.linear.app',
    check: 'POST /graphql',
    body: { query: '{ viewer { id } }' },
    headers: { authorization: '{key}' },
    names: {
      at: 'errors.0.extensions.code',
      mean: { AUTHENTICATION_ERROR: 'auth_failed', FORBIDDEN: 'insufficient_scope', RATELIMITED: 'rate_limited' },
    },
  },
  notion: {
    title: 'Notion',
    baseUrl: 'https://api.notion.com/v1',
    check: 'GET /users/me',
    headers: { ...bearer, 'notion-version': '2022-06-28' },
  },
  stripe: { title: 'Stripe', baseUrl: 'https://api.stripe.com/v1', check: 'GET /balance', headers: bearer },
  // A send-only key gets a 401 like a wrong key; only the error's name differs.
  resend: {
    title: 'Resend',
    baseUrl: 'https://api.resend.com',
    check: 'GET /domains',
    headers: bearer,
    statuses: { 400: 'auth_failed', 403: 'auth_failed' },
    names: { at: 'name', mean: { restricted_api_key: 'insufficient_scope', invalid_api_key: 'auth_failed' } },
  },
  sendgrid: { title: 'SendGrid', baseUrl: 'https://api.sendgrid.com/v3', check: 'GET /scopes', headers: bearer },
  hubspot: {
    title: 'HubSpot',
    baseUrl: 'https://api.hubapi.com',
    check: 'GET /account-info/v3/details',
    headers: bearer,
  },
};

export const ownProviders = Object.entries(table).map(([id, row]) => new KeyProvider(id, row));

export const knownProviders = Object.entries(table)
  .map(([id, { title }]) => `\`${id}\` (${title})`)
  .join(', ');
