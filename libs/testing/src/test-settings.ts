import { features as tandems } from '@tandem/adapters/features';
import type { Feature } from '@tandem/platform/feature/feature';
import { readSettings, type Settings } from '@tandem/platform/settings/settings';

/** The environment of a process under test: no rate limits, long timeouts, outgoing calls to loopback allowed. */
export const testEnvironment = (databaseUrl: string, overrides: Record<string, string> = {}) => ({
  DATABASE_URL: databaseUrl,
  // A tenant gets a quarter of them, which has to suffice for tests of races.
  DATABASE_POOL_SIZE: '40',
  // A busy machine should make a test slow, not fail.
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

export const testSettings = (
  databaseUrl: string,
  overrides: Record<string, string> = {},
  features: readonly Feature[] = tandems,
): Settings => readSettings(features, testEnvironment(databaseUrl, overrides));
