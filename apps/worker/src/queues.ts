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

/** How long the queue's server is waited for when all work has ended: for its queues, and for its connections. */
const closingMillis = 1000;

/** BullMQ, one queue a feature with jobs and one for subscriptions: on Redis where there is one, else on PostgreSQL. */
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

  /** Puts work into its queue, the same work for the same later time once. It may fail: what is due is found in the database. */
  readonly wake: Wake = (requests) => this.add(requests).catch(this.onError);

  consume(work: Work): void {
    for (const name of this.names) void this.consumeFrom(name, work);
  }

  async counts(): Promise<Record<string, Record<string, number>>> {
    const countsOf = async (name: string) => [name, await (await this.queue(name)).getJobCounts()] as const;
    return Object.fromEntries(await Promise.all([...this.names].map(countsOf)));
  }

  /** Takes no more jobs and waits for those at work; without end where the queue's server has never answered. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await Promise.allSettled([...this.workers.values()].map((worker) => this.backend.stop(worker)));
  }

  /** Lets go of the connections; one that never comes back is not waited for. */
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

  /** Work that no feature has a queue for goes along with the subscriptions, so that the consumer reports it. */
  private queueOf({ verb, input }: WorkItem): string {
    return (input && this.featureOf.get(verb)) ?? subscriptionQueue;
  }

  /**
   * BullMQ keeps the failure of its first connection for good: a queue fails ever after, and a worker asks again and again without a pause,
   * so that nothing else of the process gets its turn. What could not connect is made anew.
   */
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

  /** Runs a worker until the process stops; one that could not connect is made anew, for the same reason as a queue. */
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

function jobOf({ verb, tenantId, input, at }: WorkRequest) {
  const delay = at ? Math.max(0, at.getTime() - clock.millis()) : 0;
  const opts = { ...(at && { jobId: idOf(verb, [tenantId, input, at.getTime()]) }), ...(delay > 0 && { delay }) };
  return { name: verb, data: { verb, tenantId, input }, opts };
}

const idOf = (verb: string, identity: unknown[]) =>
  `${verb}-${createHash('sha1').update(JSON.stringify(identity)).digest('hex')}`;
