import { ApiKeys } from '@tandem/domain/api-keys/api-keys.port';
import { TellExpiringKeys } from '@tandem/domain/api-keys/tell-expiring-keys';
import { Identities } from '@tandem/domain/core/access/identity';
import { MemberKeys } from '@tandem/domain/members/members.port';
import { audits, bind, every, type Feature, publishes } from '@tandem/platform/feature/feature';
import { apiKeyFields, apiKeyView } from './api-key.fields.js';
import { apiKeyRoutes } from './api-keys.routes.js';
import { CreateApiKeys1764000003000 } from './migrations/1764000003000-create-api-keys.js';
import { SqlApiKeys } from './sql-api-keys.js';
import { SqlIdentities } from './sql-identities.js';
import { apiKeysProblems } from './api-keys.problems.js';

export const apiKeys: Feature = {
  name: 'api-keys',
  summary: 'Keys for this API',
  domains: { api_keys: 'administration' },
  closedTo: { models: 'all', agents: 'all' },
  tables: [apiKeyFields.table],
  migrations: [CreateApiKeys1764000003000],
  adapters: [bind(ApiKeys, SqlApiKeys), bind(MemberKeys, SqlApiKeys), bind(Identities, SqlIdentities)],
  routes: apiKeyRoutes,
  problems: apiKeysProblems,
  jobs: [every(600, TellExpiringKeys)],
  audits: audits('api_key', ['updated']),
  publishes: publishes('api_key', ['created', 'rotated', 'revoked', 'expiring'], apiKeyView),
};
