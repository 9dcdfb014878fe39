import { isAway } from '@tandem/platform/postgres/database-errors';
import { reasonOf } from '@tandem/platform/process/dependencies';
import type { Feature } from '@tandem/platform/feature/feature';
import { checkLogins, checkMigrated } from '@tandem/platform/schema/check-database';
import { migrate } from '@tandem/platform/schema/migrate';
import { type Settings, WrongSettings } from '@tandem/platform/settings/settings';
import { allFeatures } from './all-features.js';
import { openDatabase } from './database/database.js';
import { anyKey, checkStart, given } from './environment.js';
import { warn } from './print.js';

/** `migrate`: migrates the database of MIGRATION_DATABASE_URL or DATABASE_URL, else the embedded one. */
export async function migrateDatabase(): Promise<number> {
  const ownerUrl = given(process.env, 'MIGRATION_DATABASE_URL');
  // The login of the application need not exist yet.
  const env = {
    ...process.env,
    DATABASE_URL: given(process.env, 'DATABASE_URL') ?? ownerUrl,
    // Migrations decrypt nothing.
    SECRETS_KEY: given(process.env, 'SECRETS_KEY') ?? anyKey,
  };
  const features = await allFeatures(env);
  const database = await openDatabase({ env, settings: await checkStart(env, features) });
  try {
    const { settings } = database;
    const applied = await applyMigrations(settings, features);
    const { pathname, host } = new URL(settings.MIGRATION_DATABASE_URL || settings.DATABASE_URL);
    warn(
      `the database ${pathname.slice(1)} on ${host || 'this machine'} is up to date: ` +
        `${applied.length || 'no'} new migrations`,
    );
    return 0;
  } finally {
    await database.close();
  }
}

/** Throws if the login has too many rights or the schema is outdated; migrates if the owner's address is known. */
export async function prepareDatabase(settings: Settings, features: readonly Feature[]): Promise<void> {
  await checkLogins(settings);
  if (settings.MIGRATION_DATABASE_URL) await applyMigrations(settings, features);
  else await checkMigrated(settings.DATABASE_URL, features);
}

/** Idempotent and safe for concurrent processes. Returns the names of the new migrations. */
async function applyMigrations(settings: Settings, features: readonly Feature[]): Promise<string[]> {
  const name = settings.MIGRATION_DATABASE_URL ? 'MIGRATION_DATABASE_URL' : 'DATABASE_URL';
  return migrate(settings[name], features).catch((error: Error) => {
    if ((error as { code?: string }).code === insufficientPrivilege)
      throw new WrongSettings([`${ownerRequired}: ${error.message}`]);
    if (!isAway(error)) throw error;
    throw new Error(`the database of ${name} does not respond: ${reasonOf(error)}`, { cause: error });
  });
}

const insufficientPrivilege = '42501';
const ownerRequired =
  'MIGRATION_DATABASE_URL: only the owner of the tables or a superuser can change them; ' +
  'set it to the address of one of them. PostgreSQL reports';
