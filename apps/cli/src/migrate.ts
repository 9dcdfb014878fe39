import { isAway } from '@tandem/platform/postgres/database-errors';
import { reasonOf } from '@tandem/platform/process/dependencies';
import type { Feature } from '@tandem/platform/feature/feature';
import { checkLogins, checkMigrated } from '@tandem/platform/schema/check-database';
import { migrate } from '@tandem/platform/schema/migrate';
import { type Settings, WrongSettings } from '@tandem/platform/settings/settings';
import { allFeatures } from './all-features.js';
import { openDatabase } from './database/database.js';
import { anyKey, checkStart, given } from './environment.js';
import { tell } from './say.js';

/** `migrate`: brings the database of MIGRATION_DATABASE_URL or DATABASE_URL, else the embedded one, to the shape this version needs. */
export async function migrateDatabase(): Promise<number> {
  const owners = given(process.env, 'MIGRATION_DATABASE_URL');
  // The login of the application may not exist yet: it is made on the migrated database, or before.
  const env = {
    ...process.env,
    DATABASE_URL: given(process.env, 'DATABASE_URL') ?? owners,
    // Migrations open no secret.
    SECRETS_KEY: given(process.env, 'SECRETS_KEY') ?? anyKey,
  };
  const features = await allFeatures(env);
  const database = await openDatabase({ env, settings: await checkStart(env, features) });
  try {
    const { settings } = database;
    const made = await bringUpToDate(settings, features);
    const { pathname, host } = new URL(settings.MIGRATION_DATABASE_URL || settings.DATABASE_URL);
    tell(
      `the database ${pathname.slice(1)} on ${host || 'this machine'} is up to date: ${made.length || 'no'} new migrations`,
    );
    return 0;
  } finally {
    await database.close();
  }
}

/**
 * Sees to it that the apps can start on the database: that their login may do no more than it must, and, where the owner's address
 * is known, that the tables have the shape of this version.
 */
export async function prepareDatabase(settings: Settings, features: readonly Feature[]): Promise<void> {
  await checkLogins(settings);
  if (settings.MIGRATION_DATABASE_URL) await bringUpToDate(settings, features);
  else await checkMigrated(settings.DATABASE_URL, features);
}

/** Gives the tables the shape this version needs, as their owner; safe to repeat, and by several processes at once. Names of the migrations that were new. */
async function bringUpToDate(settings: Settings, features: readonly Feature[]): Promise<string[]> {
  const name = settings.MIGRATION_DATABASE_URL ? 'MIGRATION_DATABASE_URL' : 'DATABASE_URL';
  return migrate(settings[name], features).catch((error: Error) => {
    if ((error as { code?: string }).code === mayNot) throw new WrongSettings([`${ownerWanted}: ${error.message}`]);
    if (!isAway(error)) throw error;
    throw new Error(`the database of ${name} does not answer: ${reasonOf(error)}`, { cause: error });
  });
}

const mayNot = '42501';
const ownerWanted =
  "MIGRATION_DATABASE_URL: only the owner of the tables, or a superuser, changes them; set it to that one's address. PostgreSQL says";
