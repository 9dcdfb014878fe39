import { setTimeout as pause } from 'node:timers/promises';
import { DomainError } from '../../core/errors.js';
import type { Claim, Tried } from './delivery-claims.port.js';

/** A round that is answered at once is settled at once; a slow one settles meanwhile what it has. */
const soonMillis = 10;
const firstPauseMillis = 100;
const longestPauseMillis = 1000;
const patienceMillis = 60_000;

/**
 * Stores answers as they come in: what is answered and not stored when the process is killed is sent again. A database that is
 * away is waited for, since the claim's lease is kept meanwhile.
 */
export class Settlement {
  private waiting: Tried[] = [];
  private timer: NodeJS.Timeout | undefined;
  private settled: Promise<void> = Promise.resolve();

  constructor(
    private claim: Claim,
    private readonly store: (claim: Claim, tried: readonly Tried[]) => Promise<void>,
  ) {}

  add(tried: Tried): void {
    this.waiting.push(tried);
    this.timer ??= setTimeout(() => this.flush(), soonMillis);
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
    if (tried.length) this.settled = this.settled.then(() => this.patiently(tried));
    this.settled.catch(() => undefined); // whoever ends it is told
  }

  private async patiently(tried: readonly Tried[]): Promise<void> {
    const until = Date.now() + patienceMillis;
    for (let millis = firstPauseMillis; ; millis = Math.min(longestPauseMillis, 2 * millis)) {
      try {
        await this.store(this.claim, tried);
        // Once one try failed, the next success is news.
        if (tried.some(({ answer }) => answer.error)) this.claim = { ...this.claim, isHealthy: false };
        return;
      } catch (error) {
        const isAway = error instanceof DomainError && error.kind === 'unavailable';
        if (!isAway || Date.now() > until) throw error;
        await pause(millis);
      }
    }
  }
}
