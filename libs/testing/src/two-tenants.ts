import { inScope, noTenant, systemScope } from '@tandem/domain/core/scope';
import { Transaction } from '@tandem/domain/core/transaction';
import { CreateTenant } from '@tandem/domain/tenants/create-tenant';
import { features as allFeatures } from '@tandem/adapters/features';
import { Container } from '@tandem/platform/feature/container';
import type { Feature } from '@tandem/platform/feature/feature';
import { patienceOf } from '@tandem/platform/postgres/connection';
import { Database } from '@tandem/platform/postgres/database';
import { migrate } from '@tandem/platform/schema/migrate';
import { Signals } from '@tandem/platform/postgres/signals';
import { Seal } from '@tandem/platform/secrets/seal';
import { SettingsToken } from '@tandem/platform/settings/settings-token';
import { asOwner, temporaryDatabase } from './temporary-postgres.js';
import { testSettings } from './test-settings.js';

export interface Founded {
  tenantId: string;
  memberId: string;
}

/** A database of its own with two tenants in it: for tests of stores. */
export interface TwoTenants {
  database: Database;
  databaseUrl: string;
  ours: Founded;
  theirs: Founded;
  /** Types of the events of a tenant, in the order they were stored. */
  happened: (tenantId: string) => Promise<string[]>;
  close: () => Promise<void>;
}

/** `features` where a team's own are among them. */
export async function openTwoTenants(features: readonly Feature[] = allFeatures): Promise<TwoTenants> {
  const temporary = await temporaryDatabase();
  const { url } = temporary;
  if (features !== allFeatures) await migrate(temporary.ownerUrl, features);
  const settings = testSettings(url);
  const database = new Database({
    url,
    poolSize: settings.DATABASE_POOL_SIZE,
    patience: patienceOf(settings),
    secretsKey: settings.SECRETS_KEY,
  });
  const found = founding(database, url);
  return {
    database,
    databaseUrl: url,
    ours: await found('Ours'),
    theirs: await found('Theirs'),
    async happened(tenantId) {
      const text = 'select type from events where tenant_id = $1 order by id';
      const rows = await asOwner<{ type: string }>(url, text, [tenantId]);
      return rows.map(({ type }) => type);
    },
    async close() {
      await database.close();
      await temporary.drop();
    },
  };
}

function founding(database: Database, url: string): (name: string) => Promise<Founded> {
  const settings = testSettings(url);
  const createTenant = new Container(allFeatures, [
    [Database, database],
    [Transaction, database],
    [Signals, new Signals(url)],
    [Seal, new Seal(settings.SECRETS_KEY)],
    [SettingsToken, settings],
  ]).get(CreateTenant);
  return async (name) => {
    const owner = { name: 'Ada', email: 'ada@example.com' };
    const made = await inScope(systemScope(noTenant), () => createTenant.run({ name, owner }));
    return { tenantId: made.tenant.id, memberId: made.member.id };
  };
}
