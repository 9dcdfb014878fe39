import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { Outbox } from '@tandem/domain/core/outbox';
import { Stopping } from '@tandem/domain/core/stopping';
import { Entities } from '@tandem/domain/core/entities';
import { Transaction } from '@tandem/domain/core/transaction';
import { Container } from '@tandem/platform/container';
import { Egress } from '@tandem/platform/egress/guarded-fetch';
import type { Feature } from '@tandem/platform/feature';
import { FeatureEntities } from '@tandem/platform/feature-entities';
import { type Logger, makeLogger } from '@tandem/platform/logger';
import { Database } from '@tandem/platform/postgres/database';
import { EventSignal, Signals } from '@tandem/platform/postgres/signals';
import { PublishedTypes } from '@tandem/platform/published-types';
import { Seal } from '@tandem/platform/secrets/seal';
import type { Settings } from '@tandem/platform/settings';
import { SettingsToken } from '@tandem/platform/settings-token';
import { Consumer } from './consumer.js';
import { Queues } from './queues.js';
import { Relay } from './relay.js';
import { Timetable } from './timetable.js';

/** The worker put together from settings and features, not yet working. */
export interface AssembledWorker {
  container: Container;
  database: Database;
  queues: Queues;
  registry: Registry;
  logger: Logger;
  start(): Promise<void>;
  /** Takes no more work, lets what runs stop or finish, and lets go of every connection. */
  close(): Promise<void>;
}

export function assembleWorker(features: readonly Feature[], settings: Settings): AssembledWorker {
  const logger = makeLogger(settings.LOG_LEVEL, 'worker');
  const onError = (error: Error, verb?: string) => logger.warn({ err: error, verb }, 'will be tried again');
  const signal = new EventSignal(() => database.pool.query('notify tandem_events'));
  const database = new Database({
    url: settings.DATABASE_URL,
    poolSize: settings.DATABASE_POOL_SIZE,
    secretsKey: settings.SECRETS_KEY,
    onEvents: signal.send,
  });
  const signals = new Signals(settings.DATABASE_DIRECT_URL || settings.DATABASE_URL);
  const egress = new Egress({ allowCidrs: settings.OUTBOUND_ALLOW_CIDRS, proxyUrl: settings.OUTBOUND_PROXY_URL });
  const stopping = new Stopping();
  const container: Container = new Container(features, [
    [Entities, new FeatureEntities(features, () => container)],
    [Database, database],
    [Transaction, database],
    [Signals, signals],
    [Egress, egress],
    [Stopping, stopping],
    [Seal, new Seal(settings.SECRETS_KEY)],
    [SettingsToken, settings],
    [PublishedTypes, new PublishedTypes(features.flatMap((feature) => feature.publishes ?? []))],
  ]);
  const queues = new Queues(features, settings, onError);
  const { registry, observe } = workerMetrics(queues);
  const consumer = new Consumer(features, container, queues, observe);
  const timetable = new Timetable(features, container, queues, onError);
  const relay = new Relay(features, container.get(Outbox), queues, onError);
  return {
    container,
    database,
    queues,
    registry,
    logger,
    async start() {
      signals.on('tandem_events', relay.wake);
      await signals.start();
      queues.consume(consumer.work);
      timetable.start();
      relay.start();
    },
    async close() {
      stopping.begin();
      await Promise.allSettled([relay.stop(), timetable.stop()]);
      await queues.close();
      await Promise.allSettled([signals.close(), egress.close()]);
      await database.close();
    },
  };
}

function workerMetrics(queues: Queues) {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: 'tandem_job_duration_seconds',
    help: 'Time a job took',
    labelNames: ['verb', 'outcome'],
    registers: [registry],
  });
  new Gauge({
    name: 'tandem_queue_jobs',
    help: 'Jobs by queue and state',
    labelNames: ['queue', 'state'],
    registers: [registry],
    async collect() {
      for (const [queue, counts] of Object.entries(await queues.counts().catch(() => ({}))))
        for (const [state, count] of Object.entries(counts)) this.labels(queue, state).set(count);
    },
  });
  const observe = (verb: string, outcome: 'done' | 'failed', seconds: number) =>
    durations.labels(verb, outcome).observe(seconds);
  return { registry, observe };
}
