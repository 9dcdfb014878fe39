import { setTimeout as pause } from 'node:timers/promises';
import type { Wake, WorkItem } from './work-request.js';

interface LocalWorkOptions {
  /** Never rejects. */
  work: (item: WorkItem) => Promise<void>;
  queue: Wake;
  /** How many items may be at work; further ones are queued. */
  max: number;
}

/** Work may itself wait for other work: wanted again after this time, it begins anew beside the run that has not ended. */
const longMillis = 250;

/**
 * Does what is wanted now at once, in this process, while there is room. The queue gets the rest: what is for later, and what
 * another worker may do as well.
 */
export class LocalWork {
  private readonly atWork = new Set<Promise<void>>();
  /** The newest run of each item. */
  private readonly latest = new Map<string, Promise<void>>();
  /** Items that are at work and will be done once more afterwards. */
  private readonly wantedAgain = new Map<string, Promise<void>>();
  private isStopping = false;

  constructor(private readonly options: LocalWorkOptions) {}

  readonly wake: Wake = async (requests) => {
    const forTheQueue = requests.filter((one) => {
      if (one.at || !this.mayBegin(one)) return true;
      void this.take(one);
      return false;
    });
    if (forTheQueue.length > 0) await this.options.queue(forTheQueue);
  };

  /**
   * An item that is at work already is done once more afterwards, however often it is wanted meanwhile. Resolves when the work is
   * done. Where the repeat is already planned it resolves at once: waiting would take up room for as long as a run of an agent lasts.
   */
  readonly take = async (item: WorkItem): Promise<void> => {
    const key = keyOf(item);
    if (this.wantedAgain.has(key)) return;
    const latest = this.latest.get(key);
    if (!latest) return this.begin(key, item);
    const next = Promise.race([latest, pause(longMillis)]).then(() => {
      this.wantedAgain.delete(key);
      return this.begin(key, item);
    });
    this.wantedAgain.set(key, next);
    return next;
  };

  /** Waits for what is at work; the queue gets all that is wanted from now on. */
  async stop(): Promise<void> {
    this.isStopping = true;
    await Promise.all([...this.atWork, ...this.wantedAgain.values()]);
  }

  private mayBegin(item: WorkItem): boolean {
    return !this.isStopping && (this.atWork.size < this.options.max || this.latest.has(keyOf(item)));
  }

  private begin(key: string, item: WorkItem): Promise<void> {
    const done = this.options.work(item).finally(() => {
      this.atWork.delete(done);
      if (this.latest.get(key) === done) this.latest.delete(key);
    });
    this.atWork.add(done);
    this.latest.set(key, done);
    return done;
  }
}

const keyOf = ({ verb, tenantId, input }: WorkItem) => JSON.stringify([verb, tenantId, input]);
