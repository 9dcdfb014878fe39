import { createHash } from 'node:crypto';
import { createPostgresBackend, createRedisBackend, withBackend } from 'bullmq';
import { Redis } from 'ioredis';
import type { Feature } from '@tandem/platform/feature';
import type { Settings } from '@tandem/platform/settings';

/** What the consumer is to do: a verb for a tenant. */
export interface WorkItem {
  verb: string;
  tenantId: string;
  input: object;
}

export interface Wanted extends WorkItem {
  /** When it is due; now where absent. */
  at?: Date | null;
}

interface QueueOf {
  addBulk(jobs: { name: string; data: WorkItem; opts: object }[]): Promise<unknown>;
  getJobCounts(): Promise<Record<string, number>>;
  close(): Promise<void>;
  on(event: 'error', listener: (error: Error) => void): unknown;
}

interface Working {
  close(force?: boolean): Promise<void>;
  on(event: 'error', listener: (error: Error) => void): unknown;
}

/** Attempts of a job that fails unexpectedly; after these a sweeper finds what is still due. */
const retries = {
  attempts: 8,
  backoff: { type: 'exponential', delay: 500 },
  removeOnComplete: true,
  removeOnFail: { age: 86_400, count: 1000 },
};

/** A job that outlives its process is taken over within seconds, however often that happens. */
const locks = { lockDuration: 15_000, stalledInterval: 5000, maxStalledCount: 1_000_000 };

/** BullMQ, one queue a feature with jobs: on Redis where there is one, else on PostgreSQL. */
export class Queues {
  private readonly queues = new Map<string, QueueOf>();
  private readonly workers: Working[] = [];
  private readonly connections: Redis[] = [];
  private readonly featureOf: Map<string, string>;
  private readonly open: {
    queue(name: string): QueueOf;
    worker(name: string, work: (item: WorkItem) => Promise<void>): Working;
  };

  constructor(
    features: readonly Feature[],
    private readonly settings: Settings,
    private readonly onError: (error: Error) => void,
  ) {
    const jobs = features.flatMap(({ name, jobs = [] }) =>
      jobs.filter((job) => !job.everySeconds).map((job) => [job.name, name] as const),
    );
    this.featureOf = new Map(jobs);
    this.open = settings.REDIS_URL
      ? this.onRedis(settings.REDIS_URL)
      : this.onPostgres(settings.DATABASE_DIRECT_URL || settings.DATABASE_URL);
    for (const name of new Set(this.featureOf.values())) this.queues.set(name, this.watched(this.open.queue(name)));
  }

  /** Puts work into its queue; the same work for the same time is put in once. */
  async add(items: readonly Wanted[]): Promise<void> {
    for (const [name, queue] of this.queues) {
      const own = items.filter(({ verb }) => this.featureOf.get(verb) === name);
      if (own.length) await queue.addBulk(own.map(jobOf));
    }
  }

  /** Starts handing out work. */
  consume(work: (item: WorkItem) => Promise<void>): void {
    for (const name of this.queues.keys()) this.workers.push(this.watched(this.open.worker(name, work)));
  }

  /** Jobs by queue and state. */
  async counts(): Promise<Record<string, Record<string, number>>> {
    const entries = await Promise.all(
      [...this.queues].map(async ([name, queue]) => [name, await queue.getJobCounts()] as const),
    );
    return Object.fromEntries(entries);
  }

  /** Waits for the jobs at work, then lets go of the connections. */
  async close(): Promise<void> {
    await Promise.allSettled(this.workers.map((worker) => worker.close()));
    await Promise.allSettled([...this.queues.values()].map((queue) => queue.close()));
    for (const redis of this.connections) redis.disconnect();
  }

  private onRedis(url: string) {
    const { Queue, Worker } = withBackend(createRedisBackend);
    const prefix = '{tandem}';
    const producer = () => this.connected(new Redis(url, { maxRetriesPerRequest: 1, commandTimeout: 5000 }));
    const blocking = () => this.connected(new Redis(url, { maxRetriesPerRequest: null }));
    return {
      queue: (name: string): QueueOf => new Queue(name, { connection: producer(), prefix, defaultJobOptions: retries }),
      worker: (name: string, work: (item: WorkItem) => Promise<void>): Working =>
        new Worker<WorkItem>(name, (job) => work(job.data), {
          connection: blocking(),
          prefix,
          concurrency: this.settings.WORKER_CONCURRENCY,
          ...locks,
        }),
    };
  }

  private onPostgres(url: string) {
    const { Queue, Worker } = withBackend(createPostgresBackend);
    const connection = { connectionString: url, max: 4, migrate: true, application_name: 'tandem queue' };
    return {
      queue: (name: string): QueueOf => new Queue(name, { connection, defaultJobOptions: retries }),
      worker: (name: string, work: (item: WorkItem) => Promise<void>): Working =>
        new Worker<WorkItem>(name, (job) => work(job.data), {
          connection,
          concurrency: this.settings.WORKER_CONCURRENCY,
          ...locks,
        }),
    };
  }

  /** BullMQ leaves open what it was given, so it is ended here. */
  private connected(redis: Redis): Redis {
    redis.on('error', this.onError);
    this.connections.push(redis);
    return redis;
  }

  private watched<T extends { on(event: 'error', listener: (error: Error) => void): unknown }>(thing: T): T {
    thing.on('error', this.onError);
    return thing;
  }
}

function jobOf({ verb, tenantId, input, at }: Wanted) {
  const identity = JSON.stringify([tenantId, input, at?.getTime() ?? 0]);
  const jobId = `${verb}-${createHash('sha1').update(identity).digest('hex')}`;
  const delay = at ? Math.max(0, at.getTime() - Date.now()) : 0;
  return { name: verb, data: { verb, tenantId, input }, opts: { jobId, ...(delay ? { delay } : {}) } };
}
