import { setTimeout as pause } from 'node:timers/promises';
import { DomainError } from '../../core/errors.js';
import type { Tried } from './delivery-claims.port.js';

/** Answers that come close together are stored together. */
const soonMillis = 10;
/** Answers that are not stored yet, and would be sent again. */
const mostUnstored = 20;
const firstPauseMillis = 100;
const longestPauseMillis = 1000;
const patienceMillis = 60_000;

/**
 * Stores answers as they come in: what is answered and not stored when the process is killed is sent again. A database that is
 * away is waited for, since the claim's lease is kept meanwhile.
 */
export class Settlement {
  /** False once a delivery was no longer held when its answer was stored. */
  isHeld = true;
  /** True while every answer is a success. */
  isSuccess = true;
  private waiting: Tried[] = [];
  private unstored = 0;
  private timer: NodeJS.Timeout | undefined;
  private settled: Promise<void> = Promise.resolve();

  constructor(
    private readonly store: (tried: readonly Tried[], isHealthy: boolean) => Promise<boolean>,
    private isHealthy: boolean,
  ) {}

  /** Resolves at once, or when answers have been stored where too many are not. */
  async add(tried: Tried): Promise<void> {
    this.waiting.push(tried);
    this.isSuccess &&= !tried.answer.error;
    this.timer ??= setTimeout(() => this.flush(), soonMillis);
    if (++this.unstored < mostUnstored) return;
    this.flush();
    await this.settled.catch(() => undefined);
  }

  /** Does something else with the claim, after what came before. */
  do(work: () => Promise<void>): void {
    this.settled = this.settled.then(() => patiently(work));
    this.settled.catch(() => undefined); // whoever ends it is told
  }

  /** Settles the rest; rejects when something could not be stored. */
  async end(): Promise<void> {
    this.flush();
    await this.settled;
  }

  private flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    const tried = this.waiting.splice(0);
    if (tried.length === 0) return;
    this.do(async () => {
      if (!(await this.store(tried, this.isHealthy))) this.isHeld = false;
      this.unstored -= tried.length;
      // Once one try failed, the next success is news.
      if (tried.some(({ answer }) => answer.error)) this.isHealthy = false;
    });
  }
}

async function patiently(work: () => Promise<void>): Promise<void> {
  const until = Date.now() + patienceMillis;
  for (let millis = firstPauseMillis; ; millis = Math.min(longestPauseMillis, 2 * millis)) {
    try {
      return await work();
    } catch (error) {
      const isAway = error instanceof DomainError && error.kind === 'unavailable';
      if (!isAway || Date.now() > until) throw error;
      await pause(millis);
    }
  }
}
