import { TooManyRequests } from './limits.js';

const mebibyte = 1024 * 1024;
/** Shorter bodies and answers are not counted: they cost no more than the request itself. */
const freeBytes = 64 * 1024;
/** How far a tenant may run ahead of its rate before it has to wait, in seconds of that rate. */
const burstSeconds = 0.5;
/** Requests that a tenant may have at work at a time once it is further ahead. */
const maxWhileOwing = 2;
const timeoutMillis = 8000;

interface Share {
  atWork: number;
  /** Bytes beyond the rate, as of `since`. */
  owed: number;
  since: number;
  line: (() => void)[];
  timer?: NodeJS.Timeout;
}

/** A request's place among those of its tenant. */
export interface Turn {
  /** Counts a body or an answer; true when it is a long one. */
  spend: (bytes: number) => boolean;
  end: () => void;
}

/**
 * A tenant's share of this process: so many bytes a second in long bodies and answers. Requests beyond it wait in the tenant's
 * own queue, so that others are served however much one tenant sends. A tenant of short ones alone never waits.
 */
export class TenantTraffic {
  private readonly shares = new Map<string, Share>();
  private readonly bytesPerMilli: number;

  /** No limit where it is 0. */
  constructor(mebibytesPerSecond: number) {
    this.bytesPerMilli = mebibytesPerSecond > 0 ? (mebibytesPerSecond * mebibyte) / 1000 : Infinity;
  }

  /** Resolves when the request may begin; throws "too many requests" when that takes too long. */
  async begin(tenantId: string): Promise<Turn> {
    const share = this.shares.get(tenantId) ?? { atWork: 0, owed: 0, since: performance.now(), line: [] };
    this.shares.set(tenantId, share);
    if (share.line.length || this.waitMillis(share) > 0) await this.place(share);
    else share.atWork++;
    let isOver = false;
    return {
      spend: (bytes) => {
        if (bytes <= freeBytes) return false;
        share.owed = this.owedBy(share) + bytes;
        return true;
      },
      end: () => {
        if (isOver) return;
        isOver = true;
        share.atWork--;
        this.next(tenantId, share);
      },
    };
  }

  private place(share: Share): Promise<void> {
    return new Promise((resolve, reject) => {
      const go = () => {
        clearTimeout(timeouts);
        resolve();
      };
      const timeouts = setTimeout(() => {
        share.line.splice(share.line.indexOf(go), 1);
        reject(new TooManyRequests(Math.max(1, Math.ceil(this.waitMillis(share) / 1000))));
      }, timeoutMillis);
      share.line.push(go);
      this.look(share);
    });
  }

  /** Lets the next request begin, or forgets a tenant that has nothing owed. */
  private next(tenantId: string, share: Share): void {
    if (share.line.length) return this.look(share);
    if (share.atWork > 0) return;
    clearTimeout(share.timer);
    const untilPaid = this.untilPaid(share);
    if (untilPaid === 0) this.shares.delete(tenantId);
    else share.timer = setTimeout(() => this.next(tenantId, share), untilPaid).unref();
  }

  private look(share: Share): void {
    clearTimeout(share.timer);
    while (share.line.length && this.waitMillis(share) === 0) {
      share.atWork++;
      share.line.shift()!();
    }
    const wait = this.waitMillis(share);
    if (share.line.length) share.timer = setTimeout(() => this.look(share), wait);
  }

  /** How long until the next request may begin, unless another one ends before. */
  private waitMillis(share: Share): number {
    const untilPaid = this.untilPaid(share);
    return share.atWork < maxWhileOwing ? Math.max(0, untilPaid - burstSeconds * 1000) : untilPaid;
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
