import { afterAll, beforeAll } from '@jest/globals';
import { inScope, noTenant, systemScope } from '@tandem/domain/core/scope';
import { CreateTenant } from '@tandem/domain/tenants/create-tenant';
import { features as allFeatures } from '@tandem/adapters/features';
import type { Container } from '@tandem/platform/feature/container';
import type { Feature } from '@tandem/platform/feature/feature';
import type { Database } from '@tandem/platform/postgres/database';
import { layFoundation } from '@tandem/platform/process/foundation';
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
  const foundation = layFoundation(features, testSettings(url, {}, features));
  const { database, container } = foundation;
  const createTenant = container.get(CreateTenant);
  return {
    database,
    databaseUrl: url,
    ours: await founded(createTenant, 'Ours'),
    theirs: await founded(createTenant, 'Theirs'),
    get: (token) => container.get(token),
    async close() {
      await foundation.close();
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

async function founded(createTenant: CreateTenant, name: string): Promise<Founded> {
  const owner = { name: 'Ada', email: 'ada@example.com' };
  const created = await inScope(systemScope(noTenant), () => createTenant.run({ name, owner }));
  const { id: memberId } = JSON.parse(created.member.json) as { id: string };
  return { tenantId: created.tenant.id, memberId };
}
