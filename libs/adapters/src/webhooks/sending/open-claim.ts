import { setTimeout as pause } from 'node:timers/promises';
import { isUnavailable } from '@tandem/domain/core/errors';
import type { Claim, Claimed, Settled, Tried } from '@tandem/domain/webhooks/deliveries/delivery-claims.port';

/** What has not begun by then is given back, so that a claim never outlives what is known of its endpoint. */
const longestWaitMillis = 1000;
/** Answers that come close together are stored together. */
const soonMillis = 25;
/** Answers that are stored without waiting for more. */
const enough = 20;
/** Answers that are not stored yet, and would be sent again. */
const mostUnstored = 40;
const firstPauseMillis = 100;
const longestPauseMillis = 1000;
const usualPatienceMillis = 60_000;

/** Where the outcomes of a claim go. */
interface Outcomes {
  /** False when the claim no longer held all of them. */
  settle: (settled: Settled, wasHealthy: boolean) => Promise<boolean>;
  giveBack: (unsent: readonly Claimed[], left: number) => Promise<void>;
  /** Ends the claim's lease. */
  release: () => void;
}

/**
 * A claim while its deliveries are sent. Answers are stored as they come in: what is answered and not stored when the process is
 * killed is sent again. A database that is away is waited for, since the claim's lease is kept meanwhile.
 */
export class OpenClaim {
  readonly unsent: Claimed[];
  /** False once one of its deliveries was no longer held when its answer was stored, or something could not be stored. */
  isHeld = true;
  /** Settles when all its outcomes are stored; rejects where one could not be. */
  readonly ended: Promise<void>;
  private finish!: () => void;
  private fault: Error | undefined;
  private isHealthy: boolean;
  private unanswered: number;
  /** Answers that are to be stored next. */
  private answers: Tried[] = [];
  private unstored = 0;
  /** How many the database believes to be under way. */
  private left: number;
  private isStoring = false;
  /** One write after the other. */
  private written: Promise<void> = Promise.resolve();
  /** How long a database that is away is waited for; not at all once that was in vain. */
  private patienceMillis = usualPatienceMillis;
  private readonly longestWait: NodeJS.Timeout;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    readonly claim: Claim,
    private readonly outcomes: Outcomes,
  ) {
    this.unsent = [...claim.taken];
    this.unanswered = this.left = claim.taken.length;
    this.isHealthy = claim.isHealthy;
    this.ended = new Promise<void>((resolve) => (this.finish = resolve))
      .then(() => this.end())
      .finally(outcomes.release);
    this.ended.catch(() => undefined); // whoever ends the line is told
    this.longestWait = setTimeout(() => this.giveBack(), longestWaitMillis);
  }

  /** Resolves at once, or when answers have been stored where too many are not. */
  async answered(tried: Tried): Promise<void> {
    this.answers.push(tried);
    this.unstored++;
    if (this.answers.length >= enough) this.store();
    else this.timer ??= setTimeout(() => this.store(), soonMillis);
    this.count(1);
    if (this.unstored >= mostUnstored) await this.written;
  }

  /** A delivery could not be tried at all: its attempt stays begun, but its place at the endpoint is free again. */
  failed(error: Error): void {
    this.fault ??= error;
    this.free(1);
  }

  giveBack(): void {
    const unsent = this.unsent.splice(0);
    if (unsent.length > 0) this.free(unsent.length, unsent);
  }

  private free(done: number, unsent: readonly Claimed[] = []): void {
    const left = (this.left -= done);
    this.write(() => this.outcomes.giveBack(unsent, left));
    this.count(done);
  }

  private count(done: number): void {
    this.unanswered -= done;
    if (this.unanswered > 0) return;
    clearTimeout(this.longestWait);
    this.finish();
  }

  private async end(): Promise<void> {
    for (this.store(); this.isStoring; this.store()) await this.written;
    await this.written;
    if (this.fault) throw this.fault;
  }

  /** Stores what was answered; what is answered while that lasts is stored together afterwards. */
  private store(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (this.isStoring || this.answers.length === 0) return;
    const tried = this.answers.splice(0);
    const left = (this.left -= tried.length);
    this.isStoring = true;
    const settling = async () => {
      if (!(await this.outcomes.settle({ tried, left }, this.isHealthy))) this.isHeld = false;
      // After a failed try the next success changes the state of the endpoint, and has to be told.
      if (tried.some(({ answer }) => answer.error)) this.isHealthy = false;
    };
    this.write(settling, () => {
      this.unstored -= tried.length;
      this.isStoring = false;
      this.store();
    });
  }

  /** `afterwards` is done even where the work failed for good: others may still succeed. */
  private write(work: () => Promise<void>, afterwards: () => void = () => undefined): void {
    this.written = this.written
      .then(() => this.patiently(work))
      .catch((error: Error) => this.couldNotStore(error))
      .then(afterwards);
  }

  /** Sends nothing more of the claim: what is sent and cannot be stored would be sent a second time. */
  private couldNotStore(error: Error): void {
    Object.assign(this, { fault: this.fault ?? error, isHeld: false, patienceMillis: 0 });
    this.giveBack();
  }

  private async patiently(work: () => Promise<void>): Promise<void> {
    const since = Date.now();
    for (let millis = firstPauseMillis; ; millis = Math.min(longestPauseMillis, 2 * millis)) {
      try {
        return await work();
      } catch (error) {
        if (!isUnavailable(error) || Date.now() - since >= this.patienceMillis) throw error;
        await pause(millis);
      }
    }
  }
}
