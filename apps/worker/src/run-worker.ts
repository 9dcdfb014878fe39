import type { Feature } from '@tandem/platform/feature';
import { checkClock, checkDatabase } from '@tandem/platform/postgres/check-database';
import { runProcess } from '@tandem/platform/run-process';
import type { Settings } from '@tandem/platform/settings';
import { type AssembledWorker, assembleWorker } from './assemble.js';
import { serveHealth } from './health.js';
import { redisDangers } from './redis-safety.js';

/** Runs the worker process over these features until it is told to stop; a team's own features are further members of the list. */
export const runWorker = (features: readonly Feature[]): Promise<void> =>
  runProcess('worker', (settings) => work(features, settings));

async function work(features: readonly Feature[], settings: Settings): Promise<() => Promise<void>> {
  const worker = assembleWorker(features, settings);
  await checkDatabase(worker.database, features);
  await checkClock(worker.database);
  await warnOfDangers(settings, worker);
  const ready = () => Promise.all([worker.database.pool.query('select 1'), worker.queues.counts()]);
  const health = await serveHealth({
    port: settings.WORKER_PORT,
    host: settings.HOST,
    registry: worker.registry,
    ready,
  });
  await worker.start();
  worker.logger.info('working');
  process.send?.({ type: 'ready' });
  return async () => {
    health.close();
    await worker.close();
  };
}

async function warnOfDangers({ REDIS_URL }: Settings, { logger }: AssembledWorker): Promise<void> {
  if (!REDIS_URL) return;
  const dangers = await redisDangers(REDIS_URL).catch((error: Error) => [`Redis does not answer: ${error.message}`]);
  for (const danger of dangers) logger.warn(danger);
}
