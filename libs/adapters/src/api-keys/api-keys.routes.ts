import { ApiKeys } from '@tandem/domain/api-keys/api-keys.port';
import { CreateApiKey } from '@tandem/domain/api-keys/create-api-key';
import { RevokeApiKey } from '@tandem/domain/api-keys/revoke-api-key';
import { RotateApiKey } from '@tandem/domain/api-keys/rotate-api-key';
import { UpdateApiKey } from '@tandem/domain/api-keys/update-api-key';
import { DELETE, GET, nothing, one, pageOf, PATCH, POST } from '@tandem/platform/feature/feature';
import { get, list } from '@tandem/platform/feature/queries';
import { ById, PageInput } from '@tandem/platform/inputs/inputs';
import { apiKeyView, apiKeyWithSecretView } from './api-key.fields.js';
import { CreateApiKeyInput, RotateApiKeyInput, UpdateApiKeyInput } from './api-keys.inputs.js';

const shownKeys = (body: { api_key: string }) => [body.api_key];

export const apiKeyRoutes = [
  POST('/api-keys', 'api_keys:write', 'Create an API key; the key itself is shown only once', {
    input: CreateApiKeyInput,
    run: CreateApiKey,
    response: one(apiKeyWithSecretView),
    location: '/api-keys/{id}',
    shownKeys,
    problems: ['409 api_key_revoked'],
    example: { name: 'CI', scopes: ['tasks:write'] },
  }),
  GET('/api-keys', 'api_keys:read', 'List API keys', {
    input: PageInput,
    run: list(ApiKeys),
    response: pageOf(apiKeyView),
  }),
  GET('/api-keys/:id', 'api_keys:read', 'Get an API key', {
    input: ById,
    run: get(ApiKeys),
    response: one(apiKeyView),
  }),
  PATCH('/api-keys/:id', 'api_keys:write', 'Rename, narrow, expire or pause an API key', {
    description:
      "Changing another member's key requires api_keys:admin and a role not below theirs. Resuming a key or " +
      'extending its expiry requires what rotating it does: the key is your own and has no rights that you lack.',
    input: UpdateApiKeyInput,
    run: UpdateApiKey,
    response: one(apiKeyView),
    problems: ['403 exceeds_creator', '403 exceeds_own_rights', '409 api_key_revoked'],
    example: { is_active: false },
  }),
  DELETE('/api-keys/:id', 'api_keys:write', 'Revoke an API key', {
    description: "Revoking another member's key requires api_keys:admin and a role not below theirs.",
    problems: ['403 exceeds_own_rights'],
    input: ById,
    run: RevokeApiKey,
    response: nothing,
  }),
  POST('/api-keys/:id/rotate', 'api_keys:write', 'Issue a new key; the old one works until the grace period ends', {
    input: RotateApiKeyInput,
    run: RotateApiKey,
    response: one(apiKeyWithSecretView),
    shownKeys,
    problems: ['403 exceeds_creator', '409 api_key_revoked'],
    example: { grace_period_seconds: 3600 },
  }),
];
