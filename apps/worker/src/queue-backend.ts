import {
  type BackendFactory,
  createPostgresBackend,
  createRedisBackend,
  type IQueueBackend,
  withBackend,
} from 'bullmq';
import { Redis } from 'ioredis';
import { jobsAtOnce } from '@tandem/platform/settings/jobs-at-once';
import { directUrl } from '@tandem/platform/process/foundation';
import { roleOption } from '@tandem/platform/postgres/connection';
import { openPool, type Reconnection } from '@tandem/platform/postgres/reconnection';
import type { Settings } from '@tandem/platform/settings/settings';
import type { WorkItem } from './work-request.js';

interface Opened {
  /** Rejects if the first connection failed; then it never recovers. */
  waitUntilReady(): Promise<void>;
  close(): Promise<void>;
  on(event: 'error', listener: (error: Error) => void): unknown;
}

/** The data of a job in the queue; older workers read `verb`. */
export type StoredWork = Omit<WorkItem, 'useCase'> & { verb: string };

export interface QueueOf extends Opened {
  addBulk(jobs: { name: string; data: StoredWork; opts: object }[]): Promise<unknown>;
  getJobCounts(): Promise<Record<string, number>>;
}

export interface WorkerOf extends Opened {
  run(): Promise<void>;
}

export type Work = (item: WorkItem) => Promise<void>;

export interface QueueBackend {
  queue(name: string): QueueOf;
  /** Takes no job before `run`. */
  worker(name: string, work: Work): WorkerOf;
  /** Stops taking jobs and waits for running ones; never resolves if its server has never responded. */
  stop(worker: WorkerOf): Promise<void>;
  close(): Promise<void>;
}

interface BackendOptions {
  reconnection: Reconnection;
  queues: number;
  onError: (error: Error) => void;
}

/** Failed work is retried from PostgreSQL: a job left in the queue would only block its next wake-up. */
const onceOnly = { attempts: 1, removeOnComplete: true, removeOnFail: true };

export const runRetryDelay = 1000;

const sharedConnections = 8;

/** Another worker takes over a stalled job within seconds, any number of times. */
const locks = { lockDuration: 15_000, stalledInterval: 5000, maxStalledCount: 1_000_000 };

export const openBackend = (settings: Settings, options: BackendOptions): QueueBackend =>
  settings.REDIS_URL ? onRedis(settings, settings.REDIS_URL, options) : onPostgres(settings, options);

/** BullMQ opens another, blocking connection for each worker, and does not close those it was given. */
function onRedis(settings: Settings, url: string, { onError }: BackendOptions): QueueBackend {
  const open = (options: object) => new Redis(url, options).on('error', onError).setMaxListeners(0);
  const queue = open({ maxRetriesPerRequest: 1, commandTimeout: 5000 });
  const worker = open({ maxRetriesPerRequest: null });
  const close = async () => [queue, worker].forEach((redis) => redis.disconnect());
  const factories = factoriesOn(
    createRedisBackend,
    { queue, worker, named: { prefix: '{tandem}' } },
    settings,
    onError,
  );
  return { ...factories, stop: (worker) => worker.close(), close };
}

/** One pool for all queues; each worker keeps one of its connections for LISTEN. */
function onPostgres(settings: Settings, { reconnection, queues, onError }: BackendOptions): QueueBackend {
  const connectionString = directUrl(settings);
  const max = queues + sharedConnections;
  const options = `-c search_path=bullmq ${roleOption(connectionString)}`;
  const connectionTimeoutMillis = settings.DATABASE_CONNECTION_TIMEOUT_MS;
  const named = { application_name: 'tandem queue', options, keepAlive: true };
  const pool = openPool({ connectionString, connectionTimeoutMillis, max, ...named }, reconnection);
  pool.setMaxListeners(0); // each queue and worker listens for its errors
  const factories = factoriesOn(createPostgresBackend, { queue: pool, worker: pool }, settings, onError);
  // A worker opens its LISTEN connection once it is ready: closed before that, it would leak it.
  const stop = async (worker: WorkerOf) => {
    await worker.waitUntilReady().catch(() => undefined);
    await worker.close();
  };
  return { ...factories, stop, close: () => pool.end() };
}

function factoriesOn<B extends IQueueBackend, C>(
  backend: BackendFactory<B, C>,
  { queue, worker, named = {} }: { queue: C; worker: C; named?: { prefix?: string } },
  settings: Settings,
  onError: (error: Error) => void,
): Pick<QueueBackend, 'queue' | 'worker'> {
  const { Queue, Worker } = withBackend(backend);
  const watched = <T extends Opened>(factories: T): T => {
    factories.on('error', onError);
    return factories;
  };
  return {
    queue: (name) => watched(new Queue(name, { connection: queue, ...named, defaultJobOptions: onceOnly })),
    worker: (name, work) => {
      const concurrency = jobsAtOnce(settings);
      const options = { connection: worker, ...named, concurrency, runRetryDelay, ...locks };
      return watched(
        new Worker<StoredWork>(name, ({ data }) => work({ ...data, useCase: data.verb }), {
          ...options,
          autorun: false,
        }),
      );
    },
  };
}
