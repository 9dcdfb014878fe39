import { readSettings } from '@tandem/platform/settings';
import { openDatabase } from './database.js';
import { checkSettings } from './environment.js';
import { prepareDatabase } from './prepare-database.js';

/** Brings the database of DATABASE_URL, else the embedded one, to the shape this version needs. */
export async function migrate(env: NodeJS.ProcessEnv = process.env): Promise<number> {
  checkSettings(env);
  const database = await openDatabase({ env, log: (line) => process.stderr.write(`tandem: ${line}\n`) });
  try {
    await prepareDatabase(readSettings(database.env));
    return 0;
  } finally {
    await database.close();
  }
}
