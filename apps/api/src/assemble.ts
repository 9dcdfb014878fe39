import type { Redis } from 'ioredis';
import { ApiCalls } from '@tandem/domain/core/api-calls';
import { AuditTrail } from '@tandem/domain/core/events/audit-trail';
import { Identities } from '@tandem/domain/core/access/identity';
import { Stopping } from '@tandem/domain/core/stopping';
import { Meter } from '@tandem/domain/core/telemetry/meter';
import { UsageMeter } from '@tandem/domain/core/telemetry/usage-meter';
import { completed } from '@tandem/platform/feature/completed';
import type { Feature } from '@tandem/platform/feature/feature';
import {
  databaseDependency,
  Dependencies,
  type Dependency,
  redisDependency,
} from '@tandem/platform/process/dependencies';
import { type Foundation, layFoundation } from '@tandem/platform/process/foundation';
import { publishReadMeasures } from '@tandem/platform/process/read-measures';
import { openRedis } from '@tandem/platform/process/redis';
import { makeLogger } from '@tandem/platform/settings/logger';
import { StoredResponses } from '@tandem/platform/idempotency/stored-responses';
import type { Database } from '@tandem/platform/postgres/database';
import { Seal } from '@tandem/platform/secrets/seal';
import type { Settings } from '@tandem/platform/settings/settings';
import { makeApp } from './app.js';
import { Authenticator } from './http/authenticator.js';
import { BatchedCalls } from './http/batched-calls.js';
import type { Edge } from './http/edge.js';
import { HttpMetrics } from './http/http-metrics.js';
import { KnownProblems } from './http/problem-codes.js';
import { ProviderKeys } from './http/provider-keys.js';
import { RateLimits } from './http/limits/rate-limit.js';
import { TenantTraffic } from './http/limits/tenant-traffic.js';
import { operationalRoutes } from './http/operational-routes.js';
import { tokenVerifier } from './http/token-verifier.js';
import { mcpPath } from './mcp/mcp-endpoint.js';

export type Assembled = ReturnType<typeof assemble>;

const flushMillis = 5000;

/** The API process, not yet listening. */
export function assemble(given: readonly Feature[], settings: Settings) {
  const features = completed(given);
  const logger = makeLogger(settings, 'api');
  const metrics = new HttpMetrics(features);
  const calls = new BatchedCalls();
  const foundation = layFoundation(features, settings, {
    constants: [
      [Meter, metrics.meter],
      [ApiCalls, calls],
    ],
  });
  const { container, database, signals } = foundation;
  publishReadMeasures(features, container, metrics.registry);
  const redis = openRedis(settings);
  const keys = providerKeys(settings, logger);
  const edge = makeEdge(foundation, { logger, metrics, problems: new KnownProblems(features), keys }, redis);
  calls.open(features, edge);
  const dependencies = new Dependencies(requiredDependencies(settings, database, redis), logger);
  const app = makeApp(features, edge, {
    settings,
    authenticator: mcpAuthenticator(edge, container.get(Identities), settings, keys),
    operationalRoutes: operationalRoutes(features, edge, dependencies, settings.METRICS_TOKEN),
  });
  const flush = () => flushCounters(edge, container.get(Identities));
  let timer: NodeJS.Timeout | undefined;
  const start = async () => {
    await signals.start();
    timer = setInterval(() => void flush(), flushMillis).unref();
  };
  /** Ends event streams, whose clients then reconnect to another process. */
  const leave = () => container.get(Stopping).begin();
  const close = async () => {
    leave();
    clearInterval(timer);
    await flush();
    redis?.disconnect();
    await foundation.close();
  };
  return { app, container, database, dependencies, logger, edge, start, leave, close };
}

/** On a failure the counters stay in memory until the next flush. */
const flushCounters = ({ meter, logger }: Edge, identities: Identities) =>
  Promise.all([meter.flush(), identities.flush()]).catch((error: Error) =>
    logger.warn({ err: error }, 'counters cannot be stored yet'),
  );

/** A signed token for `/mcp` may have the URL of that endpoint as its audience. */
function mcpAuthenticator(edge: Edge, identities: Identities, settings: Settings, keys?: ProviderKeys): Authenticator {
  if (!keys) return edge.authenticator;
  const verifier = tokenVerifier(settings, keys, () => edge.publicUrl + mcpPath);
  return new Authenticator(identities, settings.OPERATOR_TOKEN, verifier);
}

function providerKeys({ AUTH_JWKS_URL }: Settings, logger: Edge['logger']): ProviderKeys | undefined {
  const onUnavailable = (error: unknown) =>
    logger.warn({ err: error }, 'the key set of the identity provider cannot be read');
  return AUTH_JWKS_URL ? new ProviderKeys(AUTH_JWKS_URL, onUnavailable) : undefined;
}

function makeEdge(
  { container, database, settings }: Foundation,
  { keys, ...reported }: Pick<Edge, 'logger' | 'metrics' | 'problems'> & { keys: ProviderKeys | undefined },
  redis?: Redis,
): Edge {
  return {
    publicUrl: settings.PUBLIC_URL,
    container,
    authenticator: new Authenticator(container.get(Identities), settings.OPERATOR_TOKEN, tokenVerifier(settings, keys)),
    limits: new RateLimits(settings, redis),
    traffic: new TenantTraffic(settings.RATE_LIMIT_TENANT_MIB_PER_SECOND),
    storedResponses: new StoredResponses(database, container.get(Seal)),
    transaction: database,
    meter: container.get(UsageMeter),
    audit: container.get(AuditTrail),
    ...reported,
    requestLogger: reported.logger.child({}, { redact: [] }),
  };
}

function requiredDependencies(
  { DATABASE_URL, REDIS_URL }: Settings,
  database: Database,
  redis: Redis | undefined,
): Dependency[] {
  const postgres = databaseDependency(DATABASE_URL, () => database.pool.query('select 1'));
  return redis ? [postgres, redisDependency(REDIS_URL, redis)] : [postgres];
}
