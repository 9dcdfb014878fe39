import { resolve } from 'node:path';
import type { Feature } from '@tandem/platform/feature/feature';
import { addressOf } from '@tandem/platform/schema/login';
import { readSettings, type Settings, WrongSettings } from '@tandem/platform/settings/settings';
import type { Secrets } from './database/data-directory.js';
import { faultOfDirectory } from './database/directories.js';

/** A blank value counts as missing, as for every setting. */
export const given = (env: NodeJS.ProcessEnv, name: string) => env[name]?.trim() || undefined;

export const dataDirectoryOf = (env: NodeJS.ProcessEnv) => given(env, 'DATA_DIR') ?? '.data';

export const applicationLogin = 'tandem_login';

/** Secrets set by the operator take precedence over generated ones; database addresses do not. */
export const embeddedEnvironment = (env: NodeJS.ProcessEnv, ownerUrl: string, secrets: Secrets): NodeJS.ProcessEnv => ({
  ...env,
  DATABASE_URL: addressOf(ownerUrl, { name: applicationLogin, password: secrets.applicationPassword }),
  DATABASE_DIRECT_URL: '',
  MIGRATION_DATABASE_URL: ownerUrl,
  WORKER_PORT: given(env, 'WORKER_PORT') ?? '0',
  SECRETS_KEY: given(env, 'SECRETS_KEY') ?? secrets.SECRETS_KEY,
  OPERATOR_TOKEN: given(env, 'OPERATOR_TOKEN') ?? secrets.OPERATOR_TOKEN,
});

export const embeddedSettings = (settings: Settings, env: NodeJS.ProcessEnv): Settings => ({
  ...settings,
  ...readSettings([], env),
});

const targetMajor = 24;

export const adviceOnNode = (version: string): string[] =>
  Number.parseInt(version, 10) < targetMajor
    ? [`Node ${version} works, but Node ${targetMajor} LTS is recommended: requests take less CPU time on it`]
    : [];

/** Validates the settings of a command; generated ones count as valid. */
export const checkSettings = (env: NodeJS.ProcessEnv, features: readonly Feature[]): Settings =>
  readSettings(features, withDefaults(env));

/** Also checks DATA_DIR, before anything is started or written; throws `WrongSettings` with all faults. */
export async function checkStart(env: NodeJS.ProcessEnv, features: readonly Feature[]): Promise<Settings> {
  const isEmbedded = !given(env, 'DATABASE_URL');
  const faults = [...sharedPort(withDefaults(env)), ...(isEmbedded ? await embeddedFaults(env) : [])];
  try {
    const settings = checkSettings(env, features);
    if (faults.length === 0) return settings;
  } catch (error) {
    if (!(error instanceof WrongSettings)) throw error;
    faults.unshift(...error.faults);
  }
  throw new WrongSettings(faults);
}

/** A placeholder where a root key is required but not used. */
export const anyKey = Buffer.alloc(32).toString('base64');

const placeholderSecrets = {
  databasePassword: '',
  applicationPassword: '',
  SECRETS_KEY: anyKey,
  OPERATOR_TOKEN: '',
};

const withDefaults = (env: NodeJS.ProcessEnv) =>
  given(env, 'DATABASE_URL') ? env : embeddedEnvironment(env, 'postgresql://127.0.0.1/tandem', placeholderSecrets);

/** API and worker of one start share a machine. */
function sharedPort(env: NodeJS.ProcessEnv): string[] {
  const port = given(env, 'PORT') ?? '3000';
  const workerPort = given(env, 'WORKER_PORT') ?? '3001';
  if (port !== workerPort || port === '0') return [];
  return [`WORKER_PORT: ${port} is the PORT of the API; set one of the two to another`];
}

async function embeddedFaults(env: NodeJS.ProcessEnv): Promise<string[]> {
  if (given(env, 'MIGRATION_DATABASE_URL'))
    return [`DATABASE_URL: missing beside MIGRATION_DATABASE_URL; ${loginHint}`];
  const directory = resolve(dataDirectoryOf(env));
  const fault = await faultOfDirectory(directory);
  return fault ? [`DATA_DIR: ${directory} is not writable: ${fault}; set DATA_DIR to a writable folder`] : [];
}

const loginHint =
  'npm run cli -- database login creates the login of the application and prints it; ' +
  'without both, the embedded PostgreSQL is used';
