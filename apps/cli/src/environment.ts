import { resolve } from 'node:path';
import type { Feature } from '@tandem/platform/feature/feature';
import { addressOf } from '@tandem/platform/schema/login';
import { readSettings, type Settings, WrongSettings } from '@tandem/platform/settings/settings';
import type { Secrets } from './database/data-directory.js';
import { faultOfDirectory } from './database/directories.js';

/** Blank counts as missing, as it does for every setting. */
export const given = (env: NodeJS.ProcessEnv, name: string) => env[name]?.trim() || undefined;

export const dataDirectoryOf = (env: NodeJS.ProcessEnv) => given(env, 'DATA_DIR') ?? '.data';

/** The login that the apps have unless the operator names another. */
export const applicationLogin = 'tandem_login';

/**
 * The environment for work on the embedded database, which is at its owner's address. Secrets that the operator has set win over
 * the generated ones; addresses of a database do not.
 */
export const embeddedEnvironment = (env: NodeJS.ProcessEnv, ownerUrl: string, secrets: Secrets): NodeJS.ProcessEnv => ({
  ...env,
  DATABASE_URL: addressOf(ownerUrl, { name: applicationLogin, password: secrets.applicationPassword }),
  DATABASE_DIRECT_URL: '',
  MIGRATION_DATABASE_URL: ownerUrl,
  WORKER_PORT: given(env, 'WORKER_PORT') ?? '0',
  SECRETS_KEY: given(env, 'SECRETS_KEY') ?? secrets.SECRETS_KEY,
  OPERATOR_TOKEN: given(env, 'OPERATOR_TOKEN') ?? secrets.OPERATOR_TOKEN,
});

/** The settings that were read before the embedded database ran, with its addresses and secrets, which are checked as well. */
export const embeddedSettings = (settings: Settings, env: NodeJS.ProcessEnv): Settings => ({
  ...settings,
  ...readSettings([], env),
});

const madeFor = 24;

/** What the start says where Node is older than the one that Tandem is made for. */
export const adviceOnNode = (version: string): string[] =>
  Number.parseInt(version, 10) < madeFor
    ? [`Node ${version} works, but Tandem is made for Node ${madeFor} LTS, on which requests take less processor time`]
    : [];

/** Checks the settings of a command. On the embedded database, those that are generated count as right. */
export const checkSettings = (env: NodeJS.ProcessEnv, features: readonly Feature[]): Settings =>
  readSettings(features, complete(env));

/** The same with DATA_DIR, before anything is started or written; throws `WrongSettings` with all faults at once. */
export async function checkStart(env: NodeJS.ProcessEnv, features: readonly Feature[]): Promise<Settings> {
  const isEmbedded = !given(env, 'DATABASE_URL');
  const faults = [...sharedPort(complete(env)), ...(isEmbedded ? await unfitForEmbedded(env) : [])];
  try {
    const settings = checkSettings(env, features);
    if (faults.length === 0) return settings;
  } catch (error) {
    if (!(error instanceof WrongSettings)) throw error;
    faults.unshift(...error.faults);
  }
  throw new WrongSettings(faults);
}

/** Stands where a root key is asked for and none is used. */
export const anyKey = Buffer.alloc(32).toString('base64');

const unknown = {
  databasePassword: '',
  applicationPassword: '',
  SECRETS_KEY: anyKey,
  OPERATOR_TOKEN: '',
};

const complete = (env: NodeJS.ProcessEnv) =>
  given(env, 'DATABASE_URL') ? env : embeddedEnvironment(env, 'postgresql://127.0.0.1/tandem', unknown);

/** API and worker of one start are on one machine. */
function sharedPort(env: NodeJS.ProcessEnv): string[] {
  const port = given(env, 'PORT') ?? '3000';
  const workerPort = given(env, 'WORKER_PORT') ?? '3001';
  if (port !== workerPort || port === '0') return [];
  return [`WORKER_PORT: ${port} is the PORT of the API; set one of the two to another`];
}

async function unfitForEmbedded(env: NodeJS.ProcessEnv): Promise<string[]> {
  if (given(env, 'MIGRATION_DATABASE_URL'))
    return [`DATABASE_URL: missing beside MIGRATION_DATABASE_URL; ${loginWanted}`];
  const directory = resolve(dataDirectoryOf(env));
  const fault = await faultOfDirectory(directory);
  return fault ? [`DATA_DIR: ${directory} is not writable: ${fault}; set DATA_DIR to a folder of your own`] : [];
}

const loginWanted =
  'npm run cli -- database login makes the login of the application and prints it; without both, the embedded PostgreSQL is used';
