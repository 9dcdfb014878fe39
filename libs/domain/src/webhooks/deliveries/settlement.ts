import { setTimeout as pause } from 'node:timers/promises';
import { DomainError } from '../../core/errors.js';
import type { Claimed, Settled, Tried } from './delivery-claims.port.js';

/** Answers that come close together are stored together. */
const soonMillis = 25;
/** Answers that are stored without waiting for more. */
const enough = 20;
/** Answers that are not stored yet, and would be sent again. */
const mostUnstored = 40;
const firstPauseMillis = 100;
const longestPauseMillis = 1000;
const patienceMillis = 60_000;

interface Surroundings {
  /** False when the claim no longer held all of them. */
  store: (settled: Settled, isHealthy: boolean) => Promise<boolean>;
  giveBack: (unsent: readonly Claimed[], left: number) => Promise<void>;
}

/**
 * Stores answers of a claim as they come in: what is answered and not stored when the process is killed is sent again. A database
 * that is away is waited for, since the claim's lease is kept meanwhile.
 */
export class Settlement {
  /** False once a delivery was no longer held when its answer was stored. */
  isHeld = true;
  private waiting: Tried[] = [];
  private unstored = 0;
  private isStoring = false;
  private timer: NodeJS.Timeout | undefined;
  private settled: Promise<void> = Promise.resolve();

  /** `left` is how many deliveries the claim has. */
  constructor(
    private readonly at: Surroundings,
    private isHealthy: boolean,
    private left: number,
  ) {}

  /** Resolves at once, or when answers have been stored where too many are not. */
  async add(tried: Tried): Promise<void> {
    this.waiting.push(tried);
    this.unstored++;
    if (this.waiting.length >= enough) this.flush();
    else this.timer ??= setTimeout(() => this.flush(), soonMillis);
    if (this.unstored >= mostUnstored) await this.settled.catch(() => undefined);
  }

  /** After what came before. */
  giveBack(unsent: readonly Claimed[]): void {
    const left = (this.left -= unsent.length);
    this.do(() => this.at.giveBack(unsent, left));
  }

  /** Settles the rest; rejects when something could not be stored. */
  async end(): Promise<void> {
    for (this.flush(); this.isStoring; this.flush()) await this.settled;
    await this.settled;
  }

  /** Stores what is waiting; while something is being stored, it goes with what comes meanwhile. */
  private flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (this.isStoring || this.waiting.length === 0) return;
    const tried = this.waiting.splice(0);
    const left = (this.left -= tried.length);
    this.isStoring = true;
    this.do(async () => {
      if (!(await this.at.store({ tried, left }, this.isHealthy))) this.isHeld = false;
      this.unstored -= tried.length;
      // Once one try failed, the next success is news.
      if (tried.some(({ answer }) => answer.error)) this.isHealthy = false;
      this.isStoring = false;
      if (this.waiting.length > 0) this.flush();
    });
  }

  private do(work: () => Promise<void>): void {
    this.settled = this.settled.then(() => patiently(work));
    this.settled.catch(() => undefined); // whoever ends it is told
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
