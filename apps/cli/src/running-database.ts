import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Feature } from '@tandem/platform/feature/feature';
import { checkLogins } from '@tandem/platform/schema/check-database';
import { readSettings, type Settings } from '@tandem/platform/settings/settings';
import { allFeatures } from './all-features.js';
import type { Secrets } from './data-directory.js';
import { openDatabase, type Database } from './database.js';
import { checkSettings, dataDirectoryOf, embeddedEnvironment, given } from './environment.js';

/** Does the work of a command on the database of DATABASE_URL, the embedded one that `start` is running, or that one opened for it. */
export async function onDatabase<T>(
  env: NodeJS.ProcessEnv,
  work: (settings: Settings, features: readonly Feature[]) => Promise<T>,
): Promise<T> {
  const features = await allFeatures(checkSettings(env));
  const database = await reachDatabase(env);
  try {
    return await work(readSettings(database.env), features);
  } finally {
    await database.close();
  }
}

async function reachDatabase(env: NodeJS.ProcessEnv): Promise<Database> {
  const isGiven = given(env, 'DATABASE_URL') !== undefined;
  if (isGiven) await checkLogins(readSettings(env));
  const running = isGiven ? undefined : await runningUrl(dataDirectoryOf(env));
  if (!running) return openDatabase({ env });
  return { env: embeddedEnvironment(env, running.url, running.secrets), close: async () => undefined };
}

/** Where the embedded server listens while it runs: PostgreSQL notes its process and port in postmaster.pid. */
async function runningUrl(directory: string): Promise<{ url: string; secrets: Secrets } | undefined> {
  try {
    const [pid, , , port] = (await readFile(join(directory, 'postgres', 'postmaster.pid'), 'utf8')).split('\n');
    process.kill(Number(pid), 0);
    const secrets = JSON.parse(await readFile(join(directory, 'secrets.json'), 'utf8')) as Secrets;
    // An earlier version is running, which has made no login for the apps.
    if (!secrets.applicationPassword) return undefined;
    const url = `postgresql://tandem:${encodeURIComponent(secrets.databasePassword)}@127.0.0.1:${port}/tandem`;
    return { url, secrets };
  } catch {
    return undefined;
  }
}
