import { setTimeout as pause } from 'node:timers/promises';
import { isUnavailable } from '@tandem/domain/core/errors';
import { Interrupted, interruptible } from './interruption.js';
import type { Operator } from './operator.js';
import { tell } from '../say.js';

/** What a tenant has still to do. */
interface OpenRuns {
  queued: number;
  running: number;
  /** Since the waiting began. */
  created: number;
  nextAt: Date | null;
}

const looksApartMillis = 1000;
const toldApartMillis = 5000;

/** Does what an operator waits for, then waits until no run of the tenant is queued or running. Ctrl-C ends it: what is done stays done. */
export function drained<T>(operator: Operator, before: (signal: AbortSignal) => Promise<T>): Promise<T> {
  return interruptible(async (signal) => {
    const done = await before(signal);
    const waiting = new Waiting(operator);
    await waiting.untilNoneIsOpen(signal).catch((error: unknown) => {
      if (error instanceof Interrupted) tell(`stopped waiting: ${waiting.progress}`);
      throw error;
    });
    return done;
  });
}

/** Looks each second, or more seldom where looking takes long, and tells every five seconds how many are left and how many are done. */
class Waiting {
  progress = 'nothing was counted yet';
  private readonly since = new Date();
  private atFirst: number | undefined;
  private toldAt = -Infinity;

  constructor(private readonly operator: Operator) {}

  async untilNoneIsOpen(signal: AbortSignal): Promise<void> {
    for (;;) {
      signal.throwIfAborted();
      const began = performance.now();
      const open = await this.look();
      if (open && open.queued + open.running === 0) return;
      if (performance.now() - this.toldAt >= toldApartMillis) {
        tell(this.progress);
        this.toldAt = performance.now();
      }
      const millis = Math.max(looksApartMillis, 5 * (performance.now() - began));
      await pause(millis, undefined, { signal }).catch(() => signal.throwIfAborted());
    }
  }

  /** Undefined while the database does not answer: an outage must not end hours of waiting, so it is asked again. */
  private async look(): Promise<OpenRuns | undefined> {
    try {
      const open = await this.operator.verb<OpenRuns>('CountOpenRuns', { since: this.since });
      this.progress = this.reported(open);
      return open;
    } catch (error) {
      if (this.atFirst === undefined || !isUnavailable(error)) throw error;
      this.progress = 'the database does not answer';
      return undefined;
    }
  }

  private reported({ queued, running, created, nextAt }: OpenRuns): string {
    this.atFirst ??= queued + running - created;
    const done = Math.max(0, this.atFirst + created - queued - running);
    const isLater = running === 0 && nextAt !== null && nextAt.getTime() > Date.now();
    const later = isLater ? `; the next is due at ${nextAt.toISOString()}` : '';
    return `${queued} queued, ${running} running, ${done} done${later}`;
  }
}
