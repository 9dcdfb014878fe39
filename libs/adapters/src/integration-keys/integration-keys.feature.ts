import { locationOfKey } from '@tandem/domain/integration-keys/integration-key';
import { IntegrationKeys } from '@tandem/domain/integration-keys/integration-keys.port';
import { Providers } from '@tandem/domain/integration-keys/providers.port';
import { audits, bind, type Feature, publishes } from '@tandem/platform/feature/feature';
import { checkProviders } from './check-providers.js';
import { HttpProviders } from './http-providers.js';
import { integrationKeyFields, integrationKeyView } from './integration-key.fields.js';
import { integrationKeyRoutes } from './integration-keys.routes.js';
import { KeyProvider } from './key-provider.js';
import { CreateIntegrationKeys1764000032000 } from './migrations/1764000032000-create-integration-keys.js';
import { ownProviders } from './provider-table.js';
import { SqlIntegrationKeys } from './sql-integration-keys.js';
import { integrationKeysProblems } from './integration-keys.problems.js';

export const integrationKeys: Feature = {
  name: 'integration-keys',
  summary: 'Keys for other services, stored encrypted',
  domains: { integration_keys: 'administration' },
  closedTo: { models: 'all', agents: 'all' },
  tables: [integrationKeyFields.table],
  migrations: [CreateIntegrationKeys1764000032000],
  adapters: [bind(IntegrationKeys, SqlIntegrationKeys), bind(Providers, HttpProviders)],
  routes: integrationKeyRoutes,
  problems: integrationKeysProblems,
  audits: audits('integration_key', ['created', 'updated', 'deleted']),
  publishes: publishes('integration_key', ['verified', 'verification_failed'], integrationKeyView),
  provides: ownProviders,
  accepts: [{ kind: KeyProvider, faultsIn: checkProviders }],
  sealed: [{ table: 'integration_keys', column: 'sealed_key', location: locationOfKey }],
};
