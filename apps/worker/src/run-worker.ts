import type { Feature } from '@tandem/platform/feature/feature';
import { checkClock, checkDatabase } from '@tandem/platform/schema/check-database';
import { ClockWatch } from '@tandem/platform/process/clock-watch';
import { runProcess, type Stop } from '@tandem/platform/process/run-process';
import { MetricsPage } from '@tandem/platform/serving/metrics-page';
import type { Settings } from '@tandem/platform/settings/settings';
import { type AssembledWorker, assembleWorker } from './assemble.js';
import { serveHealth } from './health.js';
import { redisDangers } from './redis-dangers.js';

/** Runs the worker process until it is stopped. A team appends its own features to the list. */
export const runWorker = (features: readonly Feature[]): Promise<void> => runProcess('worker', features, work);

async function work(features: readonly Feature[], settings: Settings): Promise<Stop> {
  const worker = assembleWorker(features, settings);
  await checkDatabase(settings, features, (line) => worker.logger.warn(line));
  await checkClock(settings.DATABASE_URL);
  const metrics = new MetricsPage(worker.registry, settings.METRICS_TOKEN);
  const watch = new ClockWatch({ database: worker.database, logger: worker.logger, registry: worker.registry });
  await watch.start();
  const health = await serveHealth(settings, metrics, worker.dependencies);
  await worker.start();
  void worker.dependencies.start().then(() => reportReady(worker));
  return async () => {
    health.close();
    worker.dependencies.close();
    watch.close();
    await worker.close();
    worker.logger.info('stopped');
  };
}

async function reportReady({ redis, logger }: AssembledWorker): Promise<void> {
  for (const danger of redis ? await redisDangers(redis) : []) logger.warn(danger);
  logger.info('working');
  process.send?.({ type: 'ready' });
}
