import { access, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Feature } from '@tandem/platform/feature/feature';
import { forgetOtherServers } from '@tandem/platform/embedded/embedded';
import { makeLogin } from '@tandem/platform/schema/login';
import { checkLogins, checkMigrated, setClock } from '@tandem/platform/schema/check-database';
import { type Settings, WrongSettings } from '@tandem/platform/settings/settings';
import { allFeatures } from '../all-features.js';
import { DataDirectory, type Secrets } from './data-directory.js';
import {
  applicationLogin,
  checkSettings,
  dataDirectoryOf,
  embeddedEnvironment,
  embeddedSettings,
  given,
} from '../environment.js';
import { SupervisedPostgres } from './supervised-postgres.js';

interface Opened {
  close(): Promise<void>;
}

export interface Database extends Opened {
  /** The environment for processes that use the database: DATABASE_URL and, if embedded, the generated secrets. */
  env: NodeJS.ProcessEnv;
  settings: Settings;
  /** Undefined if the operator set DATABASE_URL. */
  data?: DataDirectory;
}

interface Options {
  env: NodeJS.ProcessEnv;
  settings: Settings;
  signal?: AbortSignal;
  check?: () => Promise<void>;
}

/** Opens the database of DATABASE_URL, or the embedded one of DATA_DIR under its lock. */
export async function openDatabase({ env, settings, signal, check }: Options): Promise<Database> {
  if (given(env, 'DATABASE_URL')) {
    await check?.();
    return { env, settings, close: async () => undefined };
  }
  const data = await DataDirectory.open(dataDirectoryOf(env));
  let postgres: SupervisedPostgres | undefined;
  const close = () => Promise.resolve(postgres?.stop()).finally(() => data.release());
  try {
    await check?.();
    const secrets = await data.secrets();
    postgres = await SupervisedPostgres.start({ directory: data.postgres, password: secrets.databasePassword, signal });
    await makeLogin(postgres.url, { name: applicationLogin, password: secrets.applicationPassword });
    const own = embeddedEnvironment(env, postgres.url, secrets);
    return { env: own, settings: embeddedSettings(settings, own), data, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Uses DATABASE_URL, else the embedded database, started if necessary. Resolves with the exit code. */
export async function onDatabase<T extends Opened>(
  env: NodeJS.ProcessEnv,
  open: (settings: Settings, features: readonly Feature[]) => T,
  work: (opened: T, features: readonly Feature[]) => Promise<number>,
): Promise<number> {
  const features = await allFeatures(env);
  const database = await reachDatabase(env, checkSettings(env, features));
  try {
    await setClock(database.settings.DATABASE_URL);
    const opened = open(database.settings, features);
    return await work(opened, features).finally(() => opened.close());
  } catch (error) {
    if (isSchemaFault(error)) await checkMigrated(database.settings.DATABASE_URL, features);
    throw error;
  } finally {
    await database.close();
  }
}

/** SQLSTATE of a missing table or column. */
const isSchemaFault = (error: unknown) => ['42P01', '42703'].includes((error as { code?: string }).code ?? '');

async function reachDatabase(env: NodeJS.ProcessEnv, settings: Settings): Promise<Database> {
  const isGiven = given(env, 'DATABASE_URL') !== undefined;
  if (isGiven) await checkLogins(settings);
  else await checkData(dataDirectoryOf(env));
  const running = isGiven ? undefined : await runningEnvironment(env);
  if (!running) return openDatabase({ env, settings });
  return { env: running, settings: embeddedSettings(settings, running), close: async () => undefined };
}

/** Throws if `npm start` has created no database there: the operator probably forgot to set DATABASE_URL. */
async function checkData(directory: string): Promise<void> {
  await access(join(directory, 'postgres')).catch(() => {
    const fault = `DATABASE_URL: is missing, and there is no embedded database in ${resolve(directory)}`;
    throw new WrongSettings([`${fault}, where npm start creates one`]);
  });
}

/** Undefined if no embedded server runs: PostgreSQL writes its process and port to postmaster.pid. */
async function runningEnvironment(env: NodeJS.ProcessEnv): Promise<NodeJS.ProcessEnv | undefined> {
  const directory = dataDirectoryOf(env);
  try {
    const [pid, , , port] = (await readFile(join(directory, 'postgres', 'postmaster.pid'), 'utf8')).split('\n');
    process.kill(Number(pid), 0);
    forgetOtherServers();
    const secrets = JSON.parse(await readFile(join(directory, 'secrets.json'), 'utf8')) as Secrets;
    // An earlier version, which created no login for the apps, is running.
    if (!secrets.applicationPassword) return undefined;
    const url = `postgresql://tandem:${encodeURIComponent(secrets.databasePassword)}@127.0.0.1:${port}/tandem`;
    return embeddedEnvironment(env, url, secrets);
  } catch {
    return undefined;
  }
}
