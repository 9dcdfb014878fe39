import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import {
  type BackendFactory,
  createPostgresBackend,
  createRedisBackend,
  type IQueueBackend,
  withBackend,
} from 'bullmq';
import { Redis } from 'ioredis';
import type { Feature } from '@tandem/platform/feature/feature';
import { directUrl } from '@tandem/platform/process/foundation';
import { roleOption } from '@tandem/platform/postgres/connection';
import { poolThrough, Reconnection } from '@tandem/platform/postgres/reconnection';
import { queueNames, queuesByJob, subscriptionQueue } from '@tandem/platform/feature/queue-names';
import type { Settings } from '@tandem/platform/settings/settings';
import type { Wake, WorkItem, WorkRequest } from './work-request.js';

interface Opened {
  close(): Promise<void>;
  on(event: 'error', listener: (error: Error) => void): unknown;
}

interface QueueOf extends Opened {
  addBulk(jobs: { name: string; data: WorkItem; opts: object }[]): Promise<unknown>;
  getJobCounts(): Promise<Record<string, number>>;
}

type Work = (item: WorkItem) => Promise<void>;

/** Whatever fails is tried again from PostgreSQL: in the queue it would only be in the way of its next wake-up. */
const onceOnly = { attempts: 1, removeOnComplete: true, removeOnFail: true };

/** How long a worker waits before it asks again for jobs after a failure. */
const runRetryDelay = 1000;

const connectionsBesideListening = 8;

/** How long work at hand is waited for. With the rest of a shutdown it stays below the 10 s after which a process is killed. */
export const patienceMillis = 5000;

/** How long a Redis that is away is waited for when all work has ended. */
const closingMillis = 1000;

/** A job that outlives its process is taken over within seconds, however often that happens. */
const locks = { lockDuration: 15_000, stalledInterval: 5000, maxStalledCount: 1_000_000 };

/** BullMQ, one queue a feature with jobs and one for subscriptions: on Redis where there is one, else on PostgreSQL. */
export class Queues {
  private readonly queues = new Map<string, QueueOf>();
  private readonly workers: Opened[] = [];
  private readonly closers: (() => unknown)[] = [];
  private readonly featureOf: Map<string, string>;
  private readonly open: { queue(name: string): QueueOf; worker(name: string, work: Work): Opened };

  constructor(
    features: readonly Feature[],
    private readonly settings: Settings,
    private readonly onError: (error: Error) => void,
    reconnection = new Reconnection(settings.DATABASE_CONNECTION_TIMEOUT_MS),
  ) {
    this.featureOf = queuesByJob(features);
    const names = queueNames(features);
    this.open = settings.REDIS_URL
      ? this.onRedis(settings.REDIS_URL)
      : this.onPostgres(directUrl(settings), reconnection, names.size);
    for (const name of names) this.queues.set(name, this.watched(this.open.queue(name)));
  }

  /** Puts work into its queue, the same work for the same later time once. It may fail: what is due is found in the database. */
  readonly wake: Wake = (requests) => this.add(requests).catch(this.onError);

  consume(work: Work): void {
    for (const name of this.queues.keys()) this.workers.push(this.watched(this.open.worker(name, work)));
  }

  async counts(): Promise<Record<string, Record<string, number>>> {
    const entries = await Promise.all(
      [...this.queues].map(async ([name, queue]) => [name, await queue.getJobCounts()] as const),
    );
    return Object.fromEntries(entries);
  }

  /** Takes no more jobs and waits for those at work, but not for a Redis that is away. */
  async stop(): Promise<void> {
    const stopped = Promise.allSettled(this.workers.map((worker) => worker.close()));
    await Promise.race([stopped, pause(patienceMillis, undefined, { ref: false })]);
  }

  /** Lets go of the connections. */
  async close(): Promise<void> {
    const closed = Promise.allSettled([...this.queues.values()].map((queue) => queue.close()));
    await Promise.race([closed, pause(closingMillis, undefined, { ref: false })]);
    for (const close of this.closers) await close();
  }

  private async add(requests: readonly WorkRequest[]): Promise<void> {
    for (const [name, queue] of this.queues) {
      const own = requests.filter((request) => this.queueOf(request) === name);
      if (own.length) await queue.addBulk(own.map(jobOf));
    }
  }

  /** Work that no feature has a queue for goes along with the subscriptions, so that the consumer reports it. */
  private queueOf({ verb, input }: WorkItem): string {
    return (input && this.featureOf.get(verb)) ?? subscriptionQueue;
  }

  private onRedis(url: string) {
    const producer = () => new Redis(url, { maxRetriesPerRequest: 1, commandTimeout: 5000 });
    const blocking = () => new Redis(url, { maxRetriesPerRequest: null });
    return this.on(createRedisBackend, (use) => this.connected((use === 'queue' ? producer : blocking)()), {
      prefix: '{tandem}',
    });
  }

  /** One pool for all queues, in which each worker keeps a connection to listen on. */
  private onPostgres(connectionString: string, reconnection: Reconnection, workers: number) {
    const max = workers + connectionsBesideListening;
    const options = `-c search_path=bullmq ${roleOption(connectionString)}`;
    const settings = { connectionString, max, application_name: 'tandem queue', options, keepAlive: true };
    const pool = poolThrough(reconnection, settings, true);
    pool.setMaxListeners(0); // each queue and worker listens for its errors
    this.closers.push(() => pool.end());
    return this.on(createPostgresBackend, () => pool);
  }

  private on<B extends IQueueBackend, C>(
    backend: BackendFactory<B, C>,
    connectionOf: (use: 'queue' | 'worker') => C,
    named: { prefix?: string } = {},
  ) {
    const { Queue, Worker } = withBackend(backend);
    const concurrency = this.settings.WORKER_CONCURRENCY;
    return {
      queue: (name: string): QueueOf =>
        new Queue(name, { connection: connectionOf('queue'), ...named, defaultJobOptions: onceOnly }),
      worker: (name: string, work: Work): Opened => {
        const options = { connection: connectionOf('worker'), ...named, concurrency, runRetryDelay, ...locks };
        return new Worker<WorkItem>(name, (job) => work(job.data), options);
      },
    };
  }

  /** BullMQ leaves open what it was given, so it is ended here. */
  private connected(redis: Redis): Redis {
    redis.on('error', this.onError);
    this.closers.push(() => redis.disconnect());
    return redis;
  }

  private watched<T extends Opened>(thing: T): T {
    thing.on('error', this.onError);
    return thing;
  }
}

function jobOf({ verb, tenantId, input, at }: WorkRequest) {
  const delay = at ? Math.max(0, at.getTime() - Date.now()) : 0;
  const opts = { ...(at && { jobId: idOf(verb, [tenantId, input, at.getTime()]) }), ...(delay > 0 && { delay }) };
  return { name: verb, data: { verb, tenantId, input }, opts };
}

const idOf = (verb: string, identity: unknown[]) =>
  `${verb}-${createHash('sha1').update(JSON.stringify(identity)).digest('hex')}`;
