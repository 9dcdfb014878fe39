import { setTimeout as pause } from 'node:timers/promises';
import type { Wake, WorkItem } from './work-request.js';

interface LocalWorkOptions {
  /** Never rejects. */
  work: (item: WorkItem) => Promise<void>;
  queue: Wake;
  max: number;
}

/** Work may wait for other work: an item starts again after this time, even if its previous run has not ended. */
const longMillis = 250;

/** Runs due work at once while there is capacity; queues the rest, and work that another worker may do as well. */
export class LocalWork {
  private readonly running = new Set<Promise<void>>();
  private readonly latest = new Map<string, Promise<void>>();
  private readonly repeats = new Map<string, Promise<void>>();
  private isStopping = false;

  constructor(private readonly options: LocalWorkOptions) {}

  readonly wake: Wake = async (requests) => {
    const queued = requests.filter((one) => {
      if (one.at || !this.canStart(one)) return true;
      void this.take(one);
      return false;
    });
    if (queued.length > 0) await this.options.queue(queued);
  };

  /** A running item is repeated once afterwards, however often it is requested; resolves at once if that is pending. */
  readonly take = async (item: WorkItem): Promise<void> => {
    const key = keyOf(item);
    if (this.repeats.has(key)) return;
    const latest = this.latest.get(key);
    if (!latest) return this.start(key, item);
    const next = Promise.race([latest, pause(longMillis)]).then(() => {
      this.repeats.delete(key);
      return this.start(key, item);
    });
    this.repeats.set(key, next);
    return next;
  };

  /** Waits for running work; all later requests go to the queue. */
  async stop(): Promise<void> {
    this.isStopping = true;
    await Promise.all([...this.running, ...this.repeats.values()]);
  }

  private canStart(item: WorkItem): boolean {
    return !this.isStopping && (this.running.size < this.options.max || this.latest.has(keyOf(item)));
  }

  private start(key: string, item: WorkItem): Promise<void> {
    const done = this.options.work(item).finally(() => {
      this.running.delete(done);
      if (this.latest.get(key) === done) this.latest.delete(key);
    });
    this.running.add(done);
    this.latest.set(key, done);
    return done;
  }
}

const keyOf = ({ useCase, tenantId, input }: WorkItem) => JSON.stringify([useCase, tenantId, input]);
