import 'reflect-metadata';
import { DataSource } from 'typeorm';
import type { Feature } from '../feature/feature.js';
import { checkFeatures } from '../feature/check/check-features.js';
import { queueNames } from '../feature/queue-names.js';
import { checkTables, type Query } from './check-tables.js';
import { applicationRole } from '../postgres/connection.js';
import { createRoles, rolesRefused } from './row-security.js';

const migrationLock = 7_263_361;

export const schemaSource = (url: string, features: readonly Feature[]) =>
  new DataSource({
    type: 'postgres',
    url,
    entities: features.flatMap((feature) => feature.tables ?? []),
    migrations: features.flatMap((feature) => feature.migrations ?? []),
    migrationsTableName: 'migrations',
    migrationsTransactionMode: 'each',
    entitySkipConstructor: true,
    extra: { max: 2, connectionTimeoutMillis: 10_000 },
  });

/** Returns the names of the migrations run; concurrent migrators wait. Throws `WrongFeatures` if tables then differ. */
export async function migrate(url: string, features: readonly Feature[]): Promise<string[]> {
  checkFeatures(features);
  const source = await schemaSource(url, features).initialize();
  const lock = source.createQueryRunner();
  try {
    await lock.query(`select pg_advisory_lock(${migrationLock})`);
    await lock.query(createRoles).catch(rolesRefused);
    const run = await source.runMigrations();
    await lock.query(`grant select on migrations to ${applicationRole}`);
    // Loaded only here, because the API has no queue.
    await (await import('./queue-tables.js')).makeQueueTables(url, queueNames(features));
    await checkTables((text, values) => lock.query(text, values) as ReturnType<Query>, features);
    return run.map((migration) => migration.name);
  } finally {
    await lock.query(`select pg_advisory_unlock(${migrationLock})`).catch(() => undefined);
    await lock.release();
    await source.destroy();
  }
}
