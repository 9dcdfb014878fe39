import { features as tandems } from '@tandem/adapters/features';
import type { Feature } from '@tandem/platform/feature/feature';
import { readSettings, type Settings } from '@tandem/platform/settings/settings';

/** The environment of a process under test: the given database, no limits, long waits, loopback allowed for outgoing calls. */
export const testEnvironment = (databaseUrl: string, overrides: Record<string, string> = {}) => ({
  DATABASE_URL: databaseUrl,
  // A tenant has a quarter of them, in which a test's races are to find room.
  DATABASE_POOL_SIZE: '40',
  // A busy machine is to make a test slow, not red.
  DATABASE_CONNECTION_TIMEOUT_MS: '20000',
  DATABASE_STATEMENT_TIMEOUT_MS: '20000',
  SECRETS_KEY: Buffer.alloc(32, 7).toString('base64'),
  OPERATOR_TOKEN: 'operator-token-of-the-tests',
  LOG_LEVEL: 'silent',
  SHUTDOWN_DRAIN_SECONDS: '0',
  RATE_LIMIT_KEY_PER_SECOND: '0',
  RATE_LIMIT_TENANT_PER_MINUTE: '0',
  RATE_LIMIT_TENANT_PER_SECOND: '0',
  RATE_LIMIT_TENANT_MIB_PER_SECOND: '0',
  RATE_LIMIT_PUBLIC_PER_SECOND: '0',
  RATE_LIMIT_TRIALS_PER_MINUTE: '0',
  RATE_LIMIT_FAILED_AUTH_PER_SECOND: '0',
  OUTBOUND_ALLOW_CIDRS: '127.0.0.0/8,::1/128',
  WEBHOOK_ALLOW_HTTP: 'true',
  ...overrides,
});

/** The same as settings. */
export const testSettings = (
  databaseUrl: string,
  overrides: Record<string, string> = {},
  features: readonly Feature[] = tandems,
): Settings => readSettings(features, testEnvironment(databaseUrl, overrides));
