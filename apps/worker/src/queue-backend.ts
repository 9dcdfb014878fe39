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
  /** Rejects where its first connection could not be opened: then it will never work. */
  waitUntilReady(): Promise<void>;
  close(): Promise<void>;
  on(event: 'error', listener: (error: Error) => void): unknown;
}

export interface QueueOf extends Opened {
  addBulk(jobs: { name: string; data: WorkItem; opts: object }[]): Promise<unknown>;
  getJobCounts(): Promise<Record<string, number>>;
}

export interface WorkerOf extends Opened {
  /** Takes jobs until it is closed. */
  run(): Promise<void>;
}

export type Work = (item: WorkItem) => Promise<void>;

/** What BullMQ keeps its queues in, and what is made with it. */
export interface QueueBackend {
  queue(name: string): QueueOf;
  /** It takes no job before it is told to run. */
  worker(name: string, work: Work): WorkerOf;
  /** Has a worker take no more jobs and waits for those at work; without end where its server has never answered. */
  stop(worker: WorkerOf): Promise<void>;
  close(): Promise<void>;
}

interface BackendOptions {
  reconnection: Reconnection;
  /** How many there will be. */
  queues: number;
  onError: (error: Error) => void;
}

/** Whatever fails is tried again from PostgreSQL: in the queue it would only be in the way of its next wake-up. */
const onceOnly = { attempts: 1, removeOnComplete: true, removeOnFail: true };

/** How long a worker waits before it asks again for jobs after a failure. */
export const runRetryDelay = 1000;

const connectionsBesideListening = 8;

/** A job that outlives its process is taken over within seconds, however often that happens. */
const locks = { lockDuration: 15_000, stalledInterval: 5000, maxStalledCount: 1_000_000 };

/** Redis where there is one, else PostgreSQL. */
export const openBackend = (settings: Settings, options: BackendOptions): QueueBackend =>
  settings.REDIS_URL ? onRedis(settings, settings.REDIS_URL, options) : onPostgres(settings, options);

/** BullMQ makes a further connection for each worker, to wait on, and leaves open what it was given. */
function onRedis(settings: Settings, url: string, { onError }: BackendOptions): QueueBackend {
  const open = (options: object) => new Redis(url, options).on('error', onError).setMaxListeners(0);
  const queue = open({ maxRetriesPerRequest: 1, commandTimeout: 5000 });
  const worker = open({ maxRetriesPerRequest: null });
  const close = async () => [queue, worker].forEach((redis) => redis.disconnect());
  const made = madeWith(createRedisBackend, { queue, worker, named: { prefix: '{tandem}' } }, settings, onError);
  return { ...made, stop: (worker) => worker.close(), close };
}

/** One pool for all queues, in which each worker keeps a connection to listen on. */
function onPostgres(settings: Settings, { reconnection, queues, onError }: BackendOptions): QueueBackend {
  const connectionString = directUrl(settings);
  const max = queues + connectionsBesideListening;
  const options = `-c search_path=bullmq ${roleOption(connectionString)}`;
  const connectionTimeoutMillis = settings.DATABASE_CONNECTION_TIMEOUT_MS;
  const named = { application_name: 'tandem queue', options, keepAlive: true };
  const pool = openPool({ connectionString, connectionTimeoutMillis, max, ...named }, reconnection);
  pool.setMaxListeners(0); // each queue and worker listens for its errors
  const made = madeWith(createPostgresBackend, { queue: pool, worker: pool }, settings, onError);
  // A worker opens its connection to listen once it is ready: closed just before, it would never let go of it.
  const stop = async (worker: WorkerOf) => {
    await worker.waitUntilReady().catch(() => undefined);
    await worker.close();
  };
  return { ...made, stop, close: () => pool.end() };
}

function madeWith<B extends IQueueBackend, C>(
  backend: BackendFactory<B, C>,
  { queue, worker, named = {} }: { queue: C; worker: C; named?: { prefix?: string } },
  settings: Settings,
  onError: (error: Error) => void,
): Pick<QueueBackend, 'queue' | 'worker'> {
  const { Queue, Worker } = withBackend(backend);
  const watched = <T extends Opened>(made: T): T => {
    made.on('error', onError);
    return made;
  };
  return {
    queue: (name) => watched(new Queue(name, { connection: queue, ...named, defaultJobOptions: onceOnly })),
    worker: (name, work) => {
      const concurrency = jobsAtOnce(settings);
      const options = { connection: worker, ...named, concurrency, runRetryDelay, ...locks };
      return watched(new Worker<WorkItem>(name, (job) => work(job.data), { ...options, autorun: false }));
    },
  };
}
