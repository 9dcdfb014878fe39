import { afterAll, beforeAll } from '@jest/globals';
import { Operations } from '@tandem/domain/core/operations';
import { inScope, noTenant, systemScope } from '@tandem/domain/core/scope';
import { Meter } from '@tandem/domain/core/telemetry/meter';
import { Transaction } from '@tandem/domain/core/transaction';
import { CreateTenant } from '@tandem/domain/tenants/create-tenant';
import { features as allFeatures } from '@tandem/adapters/features';
import { Container } from '@tandem/platform/feature/container';
import type { Feature } from '@tandem/platform/feature/feature';
import { FeatureOperations } from '@tandem/platform/feature/feature-operations';
import { timeoutsOf } from '@tandem/platform/postgres/connection';
import { Database } from '@tandem/platform/postgres/database';
import { Signals } from '@tandem/platform/postgres/signals';
import { Seal } from '@tandem/platform/secrets/seal';
import type { Settings } from '@tandem/platform/settings/settings';
import { SettingsToken } from '@tandem/platform/settings/settings-token';
import { migrateToo, temporaryDatabase } from './temporary-postgres.js';
import { testSettings } from './test-settings.js';

export interface Founded {
  tenantId: string;
  memberId: string;
}

/** A separate database with two tenants, for tests of stores. */
export interface TwoTenants {
  database: Database;
  databaseUrl: string;
  ours: Founded;
  theirs: Founded;
  get: Container['get'];
  close: () => Promise<void>;
}

async function openTwoTenants(features: readonly Feature[]): Promise<TwoTenants> {
  const temporary = await temporaryDatabase();
  const { url } = temporary;
  if (features !== allFeatures) await migrateToo(temporary, features);
  const settings = testSettings(url, {}, features);
  const database = new Database({
    url,
    poolSize: settings.DATABASE_POOL_SIZE,
    timeouts: timeoutsOf(settings),
    secretsKey: settings.SECRETS_KEY,
  });
  const container = containerOn(database, settings, features);
  const createTenant = container.get(CreateTenant);
  return {
    database,
    databaseUrl: url,
    ours: await founded(createTenant, 'Ours'),
    theirs: await founded(createTenant, 'Theirs'),
    get: (token) => container.get(token),
    async close() {
      await database.close();
      await temporary.drop();
    },
  };
}

/** Opened for the surrounding tests and closed after them; `features` if a team's own are needed. */
export function useTwoTenants(features: readonly Feature[] = allFeatures): TwoTenants {
  const world = {} as TwoTenants;
  beforeAll(async () => void Object.assign(world, await openTwoTenants(features)));
  afterAll(() => world.close());
  return world;
}

function containerOn(database: Database, settings: Settings, features: readonly Feature[]): Container {
  const container: Container = new Container(features, [
    [Database, database],
    [Transaction, database],
    [Signals, new Signals(settings.DATABASE_URL)],
    [Seal, new Seal(settings.SECRETS_KEY)],
    [SettingsToken, settings],
    [Meter, new Meter()],
    [Operations, new FeatureOperations(features, () => container)],
  ]);
  return container;
}

async function founded(createTenant: CreateTenant, name: string): Promise<Founded> {
  const owner = { name: 'Ada', email: 'ada@example.com' };
  const created = await inScope(systemScope(noTenant), () => createTenant.run({ name, owner }));
  const { id: memberId } = JSON.parse(created.member.json) as { id: string };
  return { tenantId: created.tenant.id, memberId };
}
