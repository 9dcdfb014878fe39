import { readSettings, type Settings } from '@tandem/platform/settings';

/** The environment of a process under test: the given database, no limits, loopback allowed for outgoing calls. */
export const testEnvironment = (databaseUrl: string, overrides: Record<string, string> = {}) => ({
  DATABASE_URL: databaseUrl,
  DATABASE_POOL_SIZE: '10',
  SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
  OPERATOR_TOKEN: 'operator-token-of-the-tests',
  LOG_LEVEL: 'silent',
  RATE_LIMIT_KEY_PER_SECOND: '0',
  RATE_LIMIT_TENANT_PER_MINUTE: '0',
  RATE_LIMIT_FAILED_AUTH_PER_SECOND: '0',
  OUTBOUND_ALLOW_CIDRS: '127.0.0.0/8,::1/128',
  WEBHOOK_ALLOW_HTTP: 'true',
  ...overrides,
});

/** The same as settings. */
export const testSettings = (databaseUrl: string, overrides: Record<string, string> = {}): Settings =>
  readSettings(testEnvironment(databaseUrl, overrides));
