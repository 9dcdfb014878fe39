import { readSettings } from '@tandem/platform/settings/settings';
import { allFeatures } from './all-features.js';
import { openDatabase } from './database.js';
import { checkStart, given } from './environment.js';
import { bringUpToDate } from './prepare-database.js';
import { tell } from './say.js';

/** Brings the database of MIGRATION_DATABASE_URL or DATABASE_URL, else the embedded one, to the shape this version needs. */
export async function migrate(environment: NodeJS.ProcessEnv = process.env): Promise<number> {
  const owners = given(environment, 'MIGRATION_DATABASE_URL');
  // The login of the application may not exist yet: it is made on the migrated database, or before.
  const env = owners && !given(environment, 'DATABASE_URL') ? { ...environment, DATABASE_URL: owners } : environment;
  await allFeatures(await checkStart(env));
  const database = await openDatabase({ env });
  try {
    const settings = readSettings(database.env);
    const made = await bringUpToDate(settings);
    const { pathname, host } = new URL(settings.MIGRATION_DATABASE_URL || settings.DATABASE_URL);
    tell(
      `the database ${pathname.slice(1)} on ${host || 'this machine'} is up to date: ${made.length || 'no'} new migrations`,
    );
    return 0;
  } finally {
    await database.close();
  }
}
