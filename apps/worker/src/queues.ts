import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Feature } from '@tandem/platform/feature/feature';
import { Reconnection } from '@tandem/platform/postgres/reconnection';
import { queueNames, queuesByJob, subscriptionQueue } from '@tandem/platform/feature/queue-names';
import type { Settings } from '@tandem/platform/settings/settings';
import { clock } from '@tandem/domain/core/clock';
import {
  openBackend,
  type QueueBackend,
  type QueueOf,
  runRetryDelay,
  type Work,
  type WorkerOf,
} from './queue-backend.js';
import type { Wake, WorkItem, WorkRequest } from './work-request.js';

/** Timeout for closing queues, and again for closing connections, once all work has ended. */
const closingMillis = 1000;

/** One queue for each feature with jobs and one for subscriptions, on Redis if configured, else on PostgreSQL. */
export class Queues {
  private readonly backend: QueueBackend;
  private readonly names: ReadonlySet<string>;
  private readonly featureOf: Map<string, string>;
  private readonly queues = new Map<string, QueueOf>();
  private readonly workers = new Map<string, WorkerOf>();
  private readonly stopping = new AbortController();

  constructor(
    features: readonly Feature[],
    settings: Settings,
    private readonly onError: (error: Error) => void,
    reconnection = new Reconnection(),
  ) {
    this.featureOf = queuesByJob(features);
    this.names = queueNames(features);
    this.backend = openBackend(settings, { reconnection, queues: this.names.size, onError });
  }

  /** Queues equal work at the same later time once. A failure is harmless, since the database holds all due work. */
  readonly wake: Wake = (requests) => this.add(requests).catch(this.onError);

  consume(work: Work): void {
    for (const name of this.names) void this.consumeFrom(name, work);
  }

  async counts(): Promise<Record<string, Record<string, number>>> {
    const countsOf = async (name: string) => [name, await (await this.queue(name)).getJobCounts()] as const;
    return Object.fromEntries(await Promise.all([...this.names].map(countsOf)));
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await Promise.allSettled([...this.workers.values()].map((worker) => this.backend.stop(worker)));
  }

  /** Does not wait for a connection beyond the timeout. */
  async close(): Promise<void> {
    for (const parts of [[...this.queues.values()], [this.backend]]) {
      const closed = Promise.allSettled(parts.map((part) => part.close()));
      await Promise.race([closed, pause(closingMillis, undefined, { ref: false })]);
    }
  }

  private async add(requests: readonly WorkRequest[]): Promise<void> {
    for (const name of this.names) {
      const own = requests.filter((request) => this.queueOf(request) === name);
      if (own.length) await (await this.queue(name)).addBulk(own.map(jobOf));
    }
  }

  /** Work of an unknown job goes to the queue of subscriptions, so that the consumer reports it. */
  private queueOf({ useCase, input }: WorkItem): string {
    return (input && this.featureOf.get(useCase)) ?? subscriptionQueue;
  }

  /** BullMQ never recovers from a failed first connection: queues and workers that could not connect are recreated. */
  private async queue(name: string): Promise<QueueOf> {
    const queue = this.queues.get(name) ?? this.backend.queue(name);
    this.queues.set(name, queue);
    try {
      await queue.waitUntilReady();
    } catch (error) {
      if (this.queues.get(name) === queue) this.queues.delete(name);
      void queue.close().catch(() => undefined);
      throw error;
    }
    return queue;
  }

  private async consumeFrom(name: string, work: Work): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      const worker = this.backend.worker(name, work);
      this.workers.set(name, worker);
      try {
        await worker.waitUntilReady();
        if (!signal.aborted) return await worker.run();
      } catch (error) {
        this.onError(error as Error);
        await worker.close();
      }
      await pause(runRetryDelay, undefined, { ref: false, signal }).catch(() => undefined);
    }
  }
}

function jobOf({ useCase, tenantId, input, at }: WorkRequest) {
  const delay = at ? Math.max(0, at.getTime() - clock.millis()) : 0;
  const opts = { ...(at && { jobId: idOf(useCase, [tenantId, input, at.getTime()]) }), ...(delay > 0 && { delay }) };
  return { name: useCase, data: { verb: useCase, tenantId, input }, opts };
}

const idOf = (useCase: string, identity: unknown[]) =>
  `${useCase}-${createHash('sha1').update(JSON.stringify(identity)).digest('hex')}`;
