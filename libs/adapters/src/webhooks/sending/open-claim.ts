import { setTimeout as pause } from 'node:timers/promises';
import { isUnavailable } from '@tandem/domain/core/errors';
import {
  type Claim,
  type Claimed,
  type Settled,
  type Tried,
} from '@tandem/domain/webhooks/deliveries/delivery-claims.port';

/** Deliveries not sent by then are given back, so that none is sent by what was known of the endpoint long ago. */
const longestWaitMillis = 1000;
/** The same of a direct claim, which is larger. */
const longestDirectMillis = 4000;
/** How long an answer waits for others, to be stored with them. */
const soonMillis = 75;
/** So many answers are stored without waiting for more. */
const enough = 30;
const firstPauseMillis = 100;
const longestPauseMillis = 1000;
const usualPatienceMillis = 60_000;

/** Stores the outcomes of a claim. */
interface Outcomes {
  /** False when the claim no longer held all of them. */
  settle: (settled: Settled & { wasHealthy: boolean }) => Promise<boolean>;
  giveBack: (unsent: readonly Claimed[], left: number) => Promise<void>;
  /** Ends the claim's lease. */
  release: () => void;
}

/**
 * A claim while its deliveries are sent. Answers are stored as they come in: a delivery whose answer is not stored when the process is
 * killed is sent again. While the database is away, it is waited for: the claim's lease is kept meanwhile.
 */
export class OpenClaim {
  readonly unsent: Claimed[];
  /** False once another worker may have one of its deliveries, or an answer could not be stored. */
  isHeld = true;
  /** Whether any of its deliveries may have to be sent again. */
  hasRest = false;
  /** Settles when all its outcomes are stored; rejects where one could not be. */
  readonly ended: Promise<void>;
  private finish!: () => void;
  private fault: Error | undefined;
  /** True once an outcome of a direct claim could not be stored, which may have no row: the claim is never over then before its lease. */
  private isShort = false;
  private isHealthy: boolean;
  private unanswered: number;
  /** Answers that are to be stored next. */
  private answers: Tried[] = [];
  private unstored = 0;
  /** How many of its deliveries are under way, by what was last written to the database. */
  private left: number;
  private isStoring = false;
  /** The last of its writes, which are done one after the other. */
  private written: Promise<void> = Promise.resolve();
  /** How long a database that is away is waited for; 0 once that was in vain. */
  private patienceMillis = usualPatienceMillis;
  private readonly longestWait: NodeJS.Timeout;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    readonly claim: Claim,
    private readonly outcomes: Outcomes,
  ) {
    this.unsent = [...claim.taken];
    this.unanswered = claim.taken.length;
    this.left = claim.taken.length;
    this.isHealthy = claim.isHealthy;
    this.ended = new Promise<void>((resolve) => (this.finish = resolve))
      .then(() => this.end())
      .finally(outcomes.release);
    // Whoever ends the line gets the error.
    this.ended.catch(() => undefined);
    this.longestWait = setTimeout(() => this.giveBack(), claim.isDirect ? longestDirectMillis : longestWaitMillis);
  }

  /** Takes an answer to be stored. Resolves at once; where so many wait to be stored already, when some have been. */
  async answered(tried: Tried, mostUnstored: number): Promise<void> {
    this.answers.push(tried);
    this.unstored++;
    this.storeSoon();
    this.count(1);
    if (this.unstored < mostUnstored) return;
    this.store();
    await this.written;
  }

  /** A delivery could not be tried at all: its attempt stays open, but no longer takes up room at the endpoint. */
  failed(error: Error): void {
    this.fault ??= error;
    this.free(1);
  }

  giveBack(): void {
    const unsent = this.unsent.splice(0);
    if (unsent.length === 0) return;
    this.hasRest = true;
    this.free(unsent.length, unsent);
  }

  private free(done: number, unsent: readonly Claimed[] = []): void {
    this.left -= done;
    const { left } = this;
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

  private storeSoon(): void {
    if (this.answers.length >= enough) this.store();
    else this.timer ??= setTimeout(() => this.store(), soonMillis);
  }

  /** Stores the answers that wait; those that come meanwhile are stored together afterwards. */
  private store(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (this.isStoring || this.answers.length === 0) return;
    const tried = this.answers.splice(0);
    this.left -= tried.length;
    const left = Math.max(this.left, this.isShort ? 1 : 0);
    this.isStoring = true;
    const settling = async () => {
      if (!(await this.outcomes.settle({ tried, left, wasHealthy: this.isHealthy }))) this.isHeld = false;
      // After a failed try the next success changes the health of the endpoint, so it must not be passed over.
      const hasFailed = tried.some(({ answer }) => answer.error);
      if (hasFailed) this.isHealthy = false;
      this.hasRest ||= hasFailed || !this.isHeld;
    };
    this.write(settling, () => {
      this.unstored -= tried.length;
      this.isStoring = false;
      if (this.answers.length > 0) this.storeSoon();
    });
  }

  /** `afterwards` is called even where the work failed for good: later writes may succeed. */
  private write(work: () => Promise<void>, afterwards: () => void = () => undefined): void {
    this.written = this.written
      .then(() => this.patiently(work))
      .catch((error: Error) => this.couldNotStore(error))
      .then(afterwards);
  }

  /** Sends nothing more of the claim: a delivery whose answer cannot be stored would be sent a second time. */
  private couldNotStore(error: Error): void {
    this.fault ??= error;
    this.isHeld = false;
    this.isShort = this.claim.isDirect;
    this.patienceMillis = 0;
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
