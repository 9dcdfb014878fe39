import { type EventEmitter, once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { sharedFor } from '../serving/shared-for.js';
import type { Logger } from '../settings/logger.js';

/** A server that a process needs. */
export interface Dependency {
  /** What it is for the process. */
  part: 'database' | 'queue';
  /** What people call it, with its address and the setting that leads there. */
  name: string;
  /** Fails while it cannot be used. */
  check: () => Promise<unknown>;
}

/** Whether a process can work now, and what it found of each of its servers. */
export interface Readiness {
  isReady: boolean;
  checks: Partial<Record<Dependency['part'], 'ok' | 'unavailable'>>;
}

/** How long an answer of the servers counts as fresh. */
const readyMillis = 1000;

/** After the first line of an outage there is silence, which doubles from line to line up to `longestMillis`. */
const usual = { everyMillis: 2000, silenceMillis: 5000, maxMillis: 300_000 };

/**
 * Looks after the servers that a process needs: says in one plain line that one does not answer, again at growing intervals
 * while that lasts, and once that it is back.
 */
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

  /** True while one is known not to answer. */
  get isAway(): boolean {
    return this.outages.some(({ isReported }) => isReported);
  }

  /** Asks from now on. Settles when each has answered, and never where it is closed before that. */
  async start(): Promise<void> {
    await Promise.all(
      this.needed.map(
        (one, at) => new Promise<void>((answered) => void this.keepAsking(one, this.outages[at]!, answered)),
      ),
    );
  }

  /** Whether the process can take work: all of them answer now, and it does not leave. */
  async readiness(): Promise<Readiness> {
    const { isReady, checks } = await this.answers();
    return { isReady: isReady && !this.isLeaving, checks };
  }

  /** The process ends soon, and work belongs elsewhere from now on. */
  leave(): void {
    this.isLeaving = true;
  }

  private readonly answers = sharedFor(readyMillis, async (): Promise<Readiness> => {
    const outcomes = await Promise.allSettled(this.needed.map(({ check }) => check()));
    const words = outcomes.map(({ status }) => (status === 'fulfilled' ? 'ok' : 'unavailable'));
    const checks = Object.fromEntries(this.needed.map(({ part }, at) => [part, words[at]!]));
    return { isReady: !words.includes('unavailable'), checks };
  });

  close(): void {
    this.ending.abort();
  }

  private async keepAsking({ check }: Dependency, outage: Outage, answered: () => void): Promise<void> {
    const { signal } = this.ending;
    while (!signal.aborted) {
      const fault = await check().then(() => undefined, reasonOf);
      if (fault === undefined) answered();
      if (!signal.aborted) outage.sees(fault);
      await pause(this.rhythm.everyMillis, undefined, { ref: false, signal }).catch(() => undefined);
    }
  }
}

/** What was told about one server. A single failed check may be a busy moment and is not told, unless it is the first of all: then somebody waits. */
class Outage {
  /** True once somebody was told. */
  isReported = false;
  private began: number | undefined;
  private failures = 1;
  private tellAt = 0;
  private silence = 0;

  constructor(
    private readonly name: string,
    private readonly logger: Pick<Logger, 'warn' | 'info'>,
    private readonly rhythm: typeof usual,
  ) {}

  /** What a check found; undefined where it was answered. */
  sees(fault: string | undefined): void {
    const now = performance.now();
    if (fault === undefined) {
      if (this.isReported)
        this.logger.info(`${this.name} answers again, after ${Math.round((now - this.began!) / 1000)} s.`);
      Object.assign(this, { began: undefined, failures: 0, tellAt: 0, silence: 0, isReported: false });
      return;
    }
    this.began ??= now;
    if (++this.failures < 2 || now < this.tellAt) return;
    this.logger.warn(`${this.name} does not answer: ${fault}. It is asked again until it does.`);
    this.isReported = true;
    this.silence = Math.min(this.silence ? this.silence * 2 : this.rhythm.silenceMillis, this.rhythm.maxMillis);
    this.tellAt = now + this.silence;
  }
}

/** Why something did not answer, in one line. */
export function reasonOf(error: unknown): string {
  // Connecting to a name with several addresses fails with one error for each and no message of its own.
  if (error instanceof AggregateError && !error.message) return reasonOf(error.errors[0]);
  return (error instanceof Error ? error.message || error.name : String(error)).split('\n')[0]!.replace(/\.$/, '');
}

/** PostgreSQL as a setting names it. */
export const databaseDependency = (
  url: string,
  check: () => Promise<unknown>,
  setting: 'DATABASE_URL' | 'DATABASE_DIRECT_URL' = 'DATABASE_URL',
): Dependency => ({ part: 'database', name: `PostgreSQL at ${hostIn(url)} (${setting})`, check });

/** Redis as the settings name it, with a client that was just opened; its failed commands say less than what broke the connection. */
export function redisDependency(url: string, redis: EventEmitter & { ping(): Promise<unknown> }): Dependency {
  let broke: Error | undefined;
  redis.on('error', (error: Error) => void (broke = error));
  const tried = once(redis, 'ready').catch(() => undefined);
  const ping = () => tried.then(() => redis.ping());
  const check = () =>
    ping().catch((error: unknown) => {
      throw broke ?? error;
    });
  return { part: 'queue', name: `Redis at ${hostIn(url)} (REDIS_URL)`, check };
}

/** The address without what is secret in it, such as `127.0.0.1:6379`. */
const hostIn = (url: string): string => (URL.canParse(url) ? new URL(url).host : '') || 'this machine';
