import { setImmediate as nextTurn } from 'node:timers/promises';
import { TooManyRequests } from './rate-limit.js';

const mebibyte = 1024 * 1024;
/** Shorter bodies and responses are free: they cost no more than the request itself. */
const freeBytes = 64 * 1024;
/** How far a tenant may exceed its rate before its requests wait, in seconds of that rate. */
const burstSeconds = 0.5;
const maxActiveInDebt = 2;
const timeoutMillis = 8000;

interface Share {
  active: number;
  owed: number;
  since: number;
  queue: (() => void)[];
  timer?: NodeJS.Timeout;
}

export interface Slot {
  /** Counts a body or response; true if it is a long one. */
  spend: (bytes: number) => boolean;
  end: () => void;
}

/** Limits the bytes a second of each tenant. Requests above the limit wait in a queue; short requests never wait. */
export class TenantTraffic {
  private readonly shares = new Map<string, Share>();
  private readonly bytesPerMilli: number;

  /** 0: no limit. */
  constructor(mebibytesPerSecond: number) {
    this.bytesPerMilli = mebibytesPerSecond > 0 ? (mebibytesPerSecond * mebibyte) / 1000 : Infinity;
  }

  /** Resolves when the request may begin; throws TooManyRequests after eight seconds. */
  async start(tenantId: string): Promise<Slot> {
    const share = this.shares.get(tenantId) ?? { active: 0, owed: 0, since: performance.now(), queue: [] };
    this.shares.set(tenantId, share);
    if (share.queue.length || this.waitMillis(share) > 0) await this.enqueue(share);
    else share.active++;
    let hasEnded = false;
    return {
      spend: (bytes) => {
        if (bytes <= freeBytes) return false;
        share.owed = this.owedBy(share) + bytes;
        return true;
      },
      end: () => {
        if (hasEnded) return;
        hasEnded = true;
        share.active--;
        this.next(tenantId, share);
      },
    };
  }

  private enqueue(share: Share): Promise<void> {
    return new Promise((resolve, reject) => {
      const start = () => {
        clearTimeout(timeout);
        resolve();
      };
      const timeout = setTimeout(() => {
        share.queue.splice(share.queue.indexOf(start), 1);
        reject(new TooManyRequests(Math.max(1, Math.ceil(this.waitMillis(share) / 1000))));
      }, timeoutMillis);
      share.queue.push(start);
      this.dispatch(share);
    });
  }

  private next(tenantId: string, share: Share): void {
    if (share.queue.length) return this.dispatch(share);
    if (share.active > 0) return;
    clearTimeout(share.timer);
    const untilPaid = this.untilPaid(share);
    if (untilPaid === 0) this.shares.delete(tenantId);
    else share.timer = setTimeout(() => this.next(tenantId, share), untilPaid).unref();
  }

  private dispatch(share: Share): void {
    clearTimeout(share.timer);
    while (share.queue.length && this.waitMillis(share) === 0) {
      share.active++;
      share.queue.shift()!();
    }
    const wait = this.waitMillis(share);
    if (share.queue.length) share.timer = setTimeout(() => this.dispatch(share), wait);
  }

  private waitMillis(share: Share): number {
    const untilPaid = this.untilPaid(share);
    return share.active < maxActiveInDebt ? Math.max(0, untilPaid - burstSeconds * 1000) : untilPaid;
  }

  private untilPaid(share: Share): number {
    return Math.ceil(this.owedBy(share) / this.bytesPerMilli);
  }

  private owedBy(share: Share): number {
    const now = performance.now();
    share.owed =
      this.bytesPerMilli === Infinity ? 0 : Math.max(0, share.owed - (now - share.since) * this.bytesPerMilli);
    share.since = now;
    return share.owed;
  }
}

let queue: Promise<unknown> = Promise.resolve();

/** Await it between two steps of work on `bytes`: the event loop runs one step a turn, and other work in between. */
export async function betweenSteps(bytes: number): Promise<void> {
  if (bytes <= freeBytes) return;
  queue = queue.then(() => nextTurn());
  await queue;
}
