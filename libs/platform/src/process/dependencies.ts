import { type EventEmitter, once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { sharedFor } from '../serving/shared-for.js';
import type { Logger } from '../settings/logger.js';

export interface Dependency {
  part: 'database' | 'queue';
  name: string;
  check: () => Promise<unknown>;
}

export interface Readiness {
  isReady: boolean;
  checks: Partial<Record<Dependency['part'], 'ok' | 'unavailable'>>;
}

const readyMillis = 1000;

/** After the first line about an outage, the silence doubles from line to line, up to `maxMillis`. */
const usual = { everyMillis: 2000, silenceMillis: 5000, maxMillis: 300_000 };

/** Logs one line when a server is unavailable, again at growing intervals, and once when it is available again. */
export class Dependencies {
  private readonly ending = new AbortController();
  private readonly outages: Outage[];
  private isLeaving = false;

  constructor(
    private readonly needed: readonly Dependency[],
    logger: Pick<Logger, 'warn' | 'info'>,
    private readonly rhythm = usual,
  ) {
    this.outages = needed.map(({ name }) => new Outage(name, logger, rhythm));
  }

  get isAway(): boolean {
    return this.outages.some(({ isReported }) => isReported);
  }

  /** Starts checking. Settles when each server has responded once; never if closed before. */
  async start(): Promise<void> {
    await Promise.all(
      this.needed.map(
        (one, at) => new Promise<void>((resolve) => void this.keepChecking(one, this.outages[at]!, resolve)),
      ),
    );
  }

  async readiness(): Promise<Readiness> {
    const { isReady, checks } = await this.currentState();
    return { isReady: isReady && !this.isLeaving, checks };
  }

  /** Called at shutdown: reports not ready, so that work goes elsewhere. */
  leave(): void {
    this.isLeaving = true;
  }

  private readonly currentState = sharedFor(readyMillis, async (): Promise<Readiness> => {
    const outcomes = await Promise.allSettled(this.needed.map(({ check }) => check()));
    const states = outcomes.map(({ status }) => (status === 'fulfilled' ? 'ok' : 'unavailable'));
    const checks = Object.fromEntries(this.needed.map(({ part }, at) => [part, states[at]!]));
    return { isReady: !states.includes('unavailable'), checks };
  });

  close(): void {
    this.ending.abort();
  }

  private async keepChecking({ check }: Dependency, outage: Outage, onResponse: () => void): Promise<void> {
    const { signal } = this.ending;
    while (!signal.aborted) {
      const fault = await check().then(() => undefined, reasonOf);
      if (fault === undefined) onResponse();
      if (!signal.aborted) outage.record(fault);
      await pause(this.rhythm.everyMillis, undefined, { ref: false, signal }).catch(() => undefined);
    }
  }
}

/** Reports the outages of one server from the second failed check on; at startup from the first. */
class Outage {
  isReported = false;
  private began: number | undefined;
  private failures = 1;
  private nextReportAt = 0;
  private silence = 0;

  constructor(
    private readonly name: string,
    private readonly logger: Pick<Logger, 'warn' | 'info'>,
    private readonly rhythm: typeof usual,
  ) {}

  record(fault: string | undefined): void {
    const now = performance.now();
    if (fault === undefined) {
      if (this.isReported)
        this.logger.info(`${this.name} responds again, after ${Math.round((now - this.began!) / 1000)} s.`);
      Object.assign(this, { began: undefined, failures: 0, nextReportAt: 0, silence: 0, isReported: false });
      return;
    }
    this.began ??= now;
    if (++this.failures < 2 || now < this.nextReportAt) return;
    this.logger.warn(`${this.name} does not respond: ${fault}. It is checked until it responds.`);
    this.isReported = true;
    this.silence = Math.min(this.silence ? this.silence * 2 : this.rhythm.silenceMillis, this.rhythm.maxMillis);
    this.nextReportAt = now + this.silence;
  }
}

export function reasonOf(error: unknown): string {
  // Connecting to a name with several addresses fails with one error for each and no message of its own.
  if (error instanceof AggregateError && !error.message) return reasonOf(error.errors[0]);
  return (error instanceof Error ? error.message || error.name : String(error)).split('\n')[0]!.replace(/\.$/, '');
}

export const databaseDependency = (
  url: string,
  check: () => Promise<unknown>,
  setting: 'DATABASE_URL' | 'DATABASE_DIRECT_URL' = 'DATABASE_URL',
): Dependency => ({ part: 'database', name: `PostgreSQL at ${hostIn(url)} (${setting})`, check });

/** `redis` was just opened; the error of its connection is more precise than those of its commands. */
export function redisDependency(url: string, redis: EventEmitter & { ping(): Promise<unknown> }): Dependency {
  let connectionError: Error | undefined;
  redis.on('error', (error: Error) => void (connectionError = error));
  const tried = once(redis, 'ready').catch(() => undefined);
  const ping = () => tried.then(() => redis.ping());
  const check = () =>
    ping().catch((error: unknown) => {
      throw connectionError ?? error;
    });
  return { part: 'queue', name: `Redis at ${hostIn(url)} (REDIS_URL)`, check };
}

/** The address without credentials, such as `127.0.0.1:6379`. */
const hostIn = (url: string): string => (URL.canParse(url) ? new URL(url).host : '') || 'this machine';
