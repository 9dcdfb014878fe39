import { setTimeout as pause } from 'node:timers/promises';
import { Registry } from 'prom-client';
import { Log } from '@tandem/domain/core/telemetry/log';
import { openMarks } from '@tandem/domain/core/telemetry/marks';
import { Meter } from '@tandem/domain/core/telemetry/meter';
import { Outbox, SubscriptionStates } from '@tandem/domain/core/events/subscriptions';
import { Stopping } from '@tandem/domain/core/stopping';
import { jobsAtOnce } from '@tandem/platform/settings/jobs-at-once';
import type { Feature } from '@tandem/platform/feature/feature';
import { layFoundation } from '@tandem/platform/process/foundation';
import { Dependencies } from '@tandem/platform/process/dependencies';
import { FeatureMeter } from '@tandem/platform/process/feature-meter';
import { publishReadMeasures } from '@tandem/platform/process/read-measures';
import { openRedis } from '@tandem/platform/process/redis';
import { type Logger, makeLogger, ProcessLog } from '@tandem/platform/settings/logger';
import type { Settings } from '@tandem/platform/settings/settings';
import { Consumer } from './consumer.js';
import { errorReporter } from './error-reporter.js';
import { LocalWork } from './local-work.js';
import { needed } from './needed.js';
import { Queues } from './queues.js';
import { Relay } from './relay.js';
import { type Failure, Subscriber } from './subscriber.js';
import { Timetable } from './timetable.js';
import type { WorkItem, WorkRequest } from './work-request.js';
import { WorkerMetrics } from './worker-metrics.js';

export type AssembledWorker = ReturnType<typeof assembleWorker>;

/** Longer than in the API: work that gave up would keep its claim until the lease expires. */
const turnMillis = 10_000;

export function assembleWorker(features: readonly Feature[], settings: Settings) {
  const { logger, stopping, registry, redis, foundation } = openWorker(features, settings);
  const { container, database, signals, vocabulary } = foundation;
  const counts = () => queues.counts();
  const dependencies = new Dependencies(needed(settings, database, counts, redis), logger);
  const onError = errorReporter(logger, dependencies);
  const queues: Queues = new Queues(features, settings, onError, foundation.reconnection);
  const metrics = new WorkerMetrics(registry, queues, container.get(SubscriptionStates));
  publishReadMeasures(features, container, registry);
  const work = (item: WorkItem) => vocabulary.within(() => consumer.work(item));
  const local = new LocalWork({ work, queue: queues.wake, max: jobsAtOnce(settings) });
  const { wake } = local;
  const subscriber = new Subscriber({ container, stopping, wake, onFailure: logFailure(logger, metrics) });
  const consumer: Consumer = new Consumer(features, { container, subscriber, wake, observe: metrics.observe, onError });
  const timetable = new Timetable(features, container, wake, onError);
  const relay = new Relay(container.get(Outbox), wake, onError, () => timetable.punctualWork());
  const start = () =>
    vocabulary.within(async () => {
      await subscriber.register(features);
      signals.on('tandem_events', relay.wake);
      signals.on('tandem_work', (request) => void wake([JSON.parse(request) as WorkRequest]).catch(onError));
      await signals.start();
      queues.consume(local.take);
      for (const part of [timetable, relay]) part.start();
    });
  const connections = [queues, foundation, { close: () => redis?.disconnect() }];
  const close = () => end(stopping, { parts: [relay, timetable, local, queues], connections });
  return { container, database, redis, queues, dependencies, registry, logger, start, close };
}

function openWorker(features: readonly Feature[], settings: Settings) {
  const logger = makeLogger(settings, 'worker', openMarks);
  const stopping = new Stopping();
  const registry = new Registry();
  const constants: [unknown, unknown][] = [
    [Stopping, stopping],
    [Meter, new FeatureMeter(features, registry, 'worker')],
    [Log, new ProcessLog(logger)],
  ];
  const foundation = layFoundation(features, settings, { constants, turnMillis });
  return { logger, stopping, registry, redis: openRedis(settings), foundation };
}

interface Parts {
  parts: readonly { stop(): Promise<void> }[];
  connections: readonly { close(): unknown }[];
}

/** Longer than webhooks wait; the whole shutdown must end within 8 s (`npm start`) and 10 s (process managers). */
const timeoutMillis = 7000;

/** Stops looking for work, waits for running work up to the timeout, then closes the connections. */
async function end(stopping: Stopping, { parts, connections }: Parts): Promise<void> {
  stopping.begin();
  const stopped = (async () => {
    await Promise.allSettled(parts.map((part) => part.stop()));
    await stopping.released();
  })();
  await Promise.race([stopped, pause(timeoutMillis, undefined, { ref: false })]);
  for (const one of connections) await one.close();
}

const logFailure = (logger: Logger, metrics: WorkerMetrics) => (error: Error, failure: Failure) => {
  metrics.failed(failure.subscription);
  logger.error({ err: error, ...failure }, 'a subscription is stuck at an event');
};
