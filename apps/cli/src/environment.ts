import { readSettings, type Settings } from '@tandem/platform/settings';
import type { Secrets } from './data-directory.js';

/** Blank counts as missing, as it does for every setting. */
export const given = (env: NodeJS.ProcessEnv, name: string) => env[name]?.trim() || undefined;

export const dataDirectoryOf = (env: NodeJS.ProcessEnv) => given(env, 'DATA_DIR') ?? '.data';

/** The environment of the apps on the embedded database; what the operator has set himself wins but for the database. */
export const embeddedEnvironment = (env: NodeJS.ProcessEnv, url: string, secrets: Secrets): NodeJS.ProcessEnv => ({
  ...env,
  DATABASE_URL: url,
  DATABASE_DIRECT_URL: '',
  MIGRATION_DATABASE_URL: '',
  WORKER_PORT: given(env, 'WORKER_PORT') ?? '0',
  SECRETS_KEY: given(env, 'SECRETS_KEY') ?? secrets.SECRETS_KEY,
  OPERATOR_TOKEN: given(env, 'OPERATOR_TOKEN') ?? secrets.OPERATOR_TOKEN,
});

/** Checks the settings before anything is started; on the embedded database those that are not known yet count as right. */
export function checkSettings(env: NodeJS.ProcessEnv): Settings {
  if (given(env, 'DATABASE_URL')) return readSettings(env);
  const unknown = { databasePassword: '', SECRETS_KEY: Buffer.alloc(32).toString('base64'), OPERATOR_TOKEN: '' };
  return readSettings(embeddedEnvironment(env, 'postgresql://127.0.0.1/tandem', unknown));
}

/** Where this machine reaches the API. */
export function localAddress({ HOST, PORT }: Pick<Settings, 'HOST' | 'PORT'>): string {
  if (HOST === '0.0.0.0' || HOST === '::') return `http://localhost:${PORT}`;
  return `http://${HOST.includes(':') ? `[${HOST}]` : HOST}:${PORT}`;
}
