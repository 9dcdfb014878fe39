import { Redis } from 'ioredis';
import { Identities } from '@tandem/domain/core/identity';
import { AuditTrail } from '@tandem/domain/core/audit-trail';
import { Entities } from '@tandem/domain/core/entities';
import { Transaction } from '@tandem/domain/core/transaction';
import { UsageMeter } from '@tandem/domain/core/usage-meter';
import { Container } from '@tandem/platform/container';
import { Egress } from '@tandem/platform/egress/guarded-fetch';
import type { Feature } from '@tandem/platform/feature';
import { FeatureEntities } from '@tandem/platform/feature-entities';
import { type Logger, makeLogger } from '@tandem/platform/logger';
import { AnsweredRequests } from '@tandem/platform/postgres/answered-requests';
import { Database } from '@tandem/platform/postgres/database';
import { EventSignal, Signals } from '@tandem/platform/postgres/signals';
import { PublishedTypes } from '@tandem/platform/published-types';
import { Seal } from '@tandem/platform/secrets/seal';
import type { Settings } from '@tandem/platform/settings';
import { SettingsToken } from '@tandem/platform/settings-token';
import { makeApp } from './app.js';
import { Authenticator } from './http/authenticate.js';
import type { Edge } from './http/edge.js';
import { HttpMetrics } from './http/http-metrics.js';
import { RateLimits } from './http/rate-limit.js';
import { surroundings } from './http/surroundings.js';
import { tokenVerifier } from './http/token-verifier.js';

/** The API put together from settings and features, not yet listening. */
export interface Assembled {
  container: Container;
  app: ReturnType<typeof makeApp>;
  database: Database;
  logger: Logger;
  /** Starts what works beside requests: signals and the flushing of counters. */
  start(): Promise<void>;
  /** Writes what is still in memory and lets go of every connection. */
  close(): Promise<void>;
}

const flushMillis = 5000;

export function assemble(features: readonly Feature[], settings: Settings, address: () => string): Assembled {
  const parts = makeParts(features, settings, address);
  const { logger, database, signals, egress, redis, container } = parts;
  const edge = makeEdge(parts);
  const app = makeApp(features, edge, {
    corsOrigins: settings.CORS_ORIGINS,
    trustProxy: settings.TRUST_PROXY,
    surroundings: [surroundings({ features, edge, database, redis })],
  });
  const flush = () => Promise.all([edge.meter.flush(), container.get(Identities).flush()]).then(() => undefined);
  const flushQuietly = () => flush().catch((error: Error) => logger.warn({ err: error }, 'counters wait'));
  let timer: NodeJS.Timeout | undefined;
  return {
    app,
    container,
    database,
    logger,
    async start() {
      await signals.start();
      timer = setInterval(() => void flushQuietly(), flushMillis).unref();
    },
    async close() {
      clearInterval(timer);
      await flushQuietly();
      redis?.disconnect();
      await Promise.allSettled([signals.close(), egress.close()]);
      await database.close();
    },
  };
}

interface Parts {
  container: Container;
  database: Database;
  signals: Signals;
  egress: Egress;
  settings: Settings;
  redis: Redis | undefined;
  logger: Logger;
  address: () => string;
}

function makeParts(features: readonly Feature[], settings: Settings, address: () => string): Parts {
  const logger = makeLogger(settings.LOG_LEVEL, 'api');
  const database = openDatabase(settings);
  const signals = new Signals(settings.DATABASE_DIRECT_URL || settings.DATABASE_URL);
  const redis = settings.REDIS_URL ? openRedis(settings.REDIS_URL) : undefined;
  const egress = new Egress({ allowCidrs: settings.OUTBOUND_ALLOW_CIDRS, proxyUrl: settings.OUTBOUND_PROXY_URL });
  const container: Container = new Container(features, [
    [Entities, new FeatureEntities(features, () => container)],
    [Database, database],
    [Transaction, database],
    [Signals, signals],
    [Egress, egress],
    [Seal, new Seal(settings.SECRETS_KEY)],
    [SettingsToken, settings],
    [PublishedTypes, new PublishedTypes(features.flatMap((feature) => feature.publishes ?? []))],
  ]);
  return { container, database, signals, egress, settings, redis, logger, address };
}

function openDatabase(settings: Settings): Database {
  const signal: EventSignal = new EventSignal(() => database.pool.query('notify tandem_events'));
  const database: Database = new Database({
    url: settings.DATABASE_URL,
    poolSize: settings.DATABASE_POOL_SIZE,
    secretsKey: settings.SECRETS_KEY,
    onEvents: signal.send,
  });
  return database;
}

function makeEdge({ container, database, settings, redis, logger, address }: Parts): Edge {
  return {
    get publicUrl() {
      return settings.PUBLIC_URL || address();
    },
    container,
    authenticator: new Authenticator(container.get(Identities), settings.OPERATOR_TOKEN, tokenVerifier(settings)),
    limits: new RateLimits(settings, redis),
    answered: new AnsweredRequests(database, container.get(Seal)),
    transaction: database,
    meter: container.get(UsageMeter),
    audit: container.get(AuditTrail),
    metrics: new HttpMetrics(),
    logger,
  };
}

/** Fails fast: a counter's store that is away must not hold a request. */
function openRedis(url: string): Redis {
  const redis = new Redis(url, { maxRetriesPerRequest: 1, enableOfflineQueue: false, commandTimeout: 500 });
  redis.on('error', () => undefined);
  return redis;
}
