import type { Registry } from 'prom-client';
import { Outbox } from '@tandem/domain/core/outbox';
import { Stopping } from '@tandem/domain/core/stopping';
import type { Container } from '@tandem/platform/container';
import type { Feature } from '@tandem/platform/feature';
import { layFoundation } from '@tandem/platform/foundation';
import { type Logger, makeLogger } from '@tandem/platform/logger';
import type { Database } from '@tandem/platform/postgres/database';
import type { Settings } from '@tandem/platform/settings';
import { Consumer } from './consumer.js';
import { Queues } from './queues.js';
import { Relay } from './relay.js';
import { Timetable } from './timetable.js';
import { WorkerMetrics } from './worker-metrics.js';

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
  const stopping = new Stopping();
  const foundation = layFoundation(features, settings, [[Stopping, stopping]]);
  const { container, database, signals } = foundation;
  const queues = new Queues(features, settings, onError);
  const { registry, observe } = new WorkerMetrics(queues);
  const consumer = new Consumer(features, container, queues, observe);
  const timetable = new Timetable(features, container, queues, onError);
  const relay = new Relay(features, container.get(Outbox), queues, onError);
  const start = async () => {
    signals.on('tandem_events', relay.wake);
    await signals.start();
    queues.consume(consumer.work);
    timetable.start();
    relay.start();
  };
  const close = async () => {
    stopping.begin();
    await Promise.allSettled([relay.stop(), timetable.stop()]);
    await queues.close();
    await foundation.close();
  };
  return { container, database, queues, registry, logger, start, close };
}
