import { setTimeout as pause } from 'node:timers/promises';
import { isUnavailable } from '@tandem/domain/core/errors';
import { Interrupted, interruptible } from './interruption.js';
import type { Operator } from './operator.js';
import { warn } from '../print.js';

interface OpenRuns {
  queued: number;
  running: number;
  /** Since waiting began. */
  created: number;
  nextAt: Date | null;
}

const pollMillis = 1000;
const reportMillis = 5000;

/** Runs `before`, then waits until no run is queued or running. Ctrl-C ends the wait but undoes nothing. */
export function drained<T>(operator: Operator, before: (signal: AbortSignal) => Promise<T>): Promise<T> {
  return interruptible(async (signal) => {
    const done = await before(signal);
    const waiting = new Waiting(operator);
    await waiting.untilNoneIsOpen(signal).catch((error: unknown) => {
      if (error instanceof Interrupted) warn(`stopped waiting: ${waiting.progress}`);
      throw error;
    });
    return done;
  });
}

/** Polls each second, less often if the query is slow, and reports progress every five seconds. */
class Waiting {
  progress = 'nothing was counted yet';
  private readonly since = new Date();
  private initial: number | undefined;
  private reportedAt = -Infinity;

  constructor(private readonly operator: Operator) {}

  async untilNoneIsOpen(signal: AbortSignal): Promise<void> {
    for (;;) {
      signal.throwIfAborted();
      const began = performance.now();
      const open = await this.poll();
      if (open && open.queued + open.running === 0) return;
      if (performance.now() - this.reportedAt >= reportMillis) {
        warn(this.progress);
        this.reportedAt = performance.now();
      }
      const millis = Math.max(pollMillis, 5 * (performance.now() - began));
      await pause(millis, undefined, { signal }).catch(() => signal.throwIfAborted());
    }
  }

  /** Undefined while the database is down: an outage must not end hours of waiting. */
  private async poll(): Promise<OpenRuns | undefined> {
    try {
      const open = await this.operator.runUseCase<OpenRuns>('CountOpenRuns', { since: this.since });
      this.progress = this.reported(open);
      return open;
    } catch (error) {
      if (this.initial === undefined || !isUnavailable(error)) throw error;
      this.progress = 'the database does not respond';
      return undefined;
    }
  }

  private reported({ queued, running, created, nextAt }: OpenRuns): string {
    this.initial ??= queued + running - created;
    const done = Math.max(0, this.initial + created - queued - running);
    const isLater = running === 0 && nextAt !== null && nextAt.getTime() > Date.now();
    const later = isLater ? `; the next is due at ${nextAt.toISOString()}` : '';
    return `${queued} queued, ${running} running, ${done} done${later}`;
  }
}
