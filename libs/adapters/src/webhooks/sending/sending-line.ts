import { type Claim, type Claimed, mostAtOnce } from '@tandem/domain/webhooks/deliveries/delivery-claims.port';
import type { Answer } from '@tandem/domain/webhooks/deliveries/answer';
import type { OpenClaim } from './open-claim.js';
import { Pace } from './pace.js';
import type { LineRoom } from './room.js';

/** About as many deliveries should wait to be sent, after a claim, as are sent in this time. */
const usualMillis = 500;
const mostClaimed = 200;
const refillMillis = 50;
/**
 * The most answers of a claim that may wait to be stored, since the deliveries of these are sent again after a kill: as many as come in
 * this time, and a few.
 */
const mostUnstored = 60;
const fewUnstored = 4;
const unstoredMillis = 75;
/** A fan-out waits until a line has no more than so many to send, or fewer where it takes longer than this to send them. */
const mostBefore = 100;
const longestBeforeMillis = 150;
/** It may add to one that sends in this time what it has: after the wait answers may be slower than they were, or other lines quicker. */
const longestWithRoomMillis = 1000;

/** What a line needs to work on claims and their deliveries. */
interface Steps {
  open: (claim: Claim) => OpenClaim;
  answerTo: (claim: Claim, one: Claimed) => Promise<Answer>;
  /** How many requests may be under way, besides those that take long. */
  atOnce: () => number;
  /** True once no further delivery should be sent. */
  isStopping: () => boolean;
}

/**
 * Sends to one endpoint, ten requests at a time, the deliveries of one claim after the other. The next claim is made while the last
 * one is under way, so that an endpoint that keeps up never waits. Deliveries that have not been sent are given back when a try
 * fails, a claim is lost or the process ends.
 */
export class SendingLine {
  private readonly claims = new Set<OpenClaim>();
  private underWay = 0;
  /** True once a try failed, or a delivery was no longer held: it sends nothing more until all claims have ended. */
  isBroken = false;
  /** Whether more was due for the endpoint, by the last claim of what is due. */
  hasMoreDue = false;
  private pace = new Pace();
  /** How many deliveries waited to be sent right after the last claim. */
  private stock = mostAtOnce;
  /** Whether the next claim may follow: an answer has come since the last one, or that has left room. */
  private isReady = false;
  private notice: () => void = () => undefined;
  private refill: NodeJS.Timeout | undefined;

  constructor(private readonly steps: Steps) {}

  get held(): Claim[] {
    return [...this.claims].map(({ claim }) => claim);
  }

  /**
   * How many deliveries the next claim may have: so many that up to twice as many wait as after the last one, where the endpoint keeps
   * up, so that fewer claims do the same work; else as many as can be sent at once.
   */
  get most(): number {
    const wanted = Math.min(
      Math.floor(this.pace.within(usualMillis)),
      2 * Math.max(mostAtOnce, this.stock),
      mostClaimed,
    );
    return Math.max(1, mostAtOnce - this.underWay, wanted - this.unsent);
  }

  /** Whether a fan-out may add to it. */
  get hasRoom(): boolean {
    const most = Math.min(mostClaimed, this.pace.within(longestWithRoomMillis));
    return !this.isBroken && !this.steps.isStopping() && this.unsent <= most;
  }

  get room(): LineRoom {
    if (this.isBroken || !this.pace.isQuick) return 'not soon';
    const isLastDue = [...this.claims].at(-1)?.claim.isDirect === false;
    if (this.hasMoreDue || (isLastDue && this.unsent > 0)) return 'after what is due';
    return this.unsent > Math.min(mostBefore, this.pace.within(longestBeforeMillis)) ? 'full' : 'free';
  }

  get isIdle(): boolean {
    return this.claims.size === 0;
  }

  /** `asked`: how many the claim was to have; while it was made, others may have been answered. */
  take(claim: Claim, asked = Infinity): void {
    if (claim.taken.length === 0) return;
    const open = this.steps.open(claim);
    this.claims.add(open);
    open.ended.then(
      () => this.claims.delete(open),
      () => this.breakOff(),
    );
    if (this.isBroken || this.steps.isStopping()) return open.giveBack();
    this.stock = this.unsent;
    this.fill();
    this.isReady = claim.taken.length >= asked && this.underWay < this.atOnce;
  }

  /** Resolves when the next claim should be made: at most half of what waited is left to send, or a try failed and all others have ended. */
  async runsLow(): Promise<void> {
    const isLow = () => this.isReady && this.unsent <= this.stock / 2;
    while (this.underWay > 0 && !this.isBroken && !isLow())
      await new Promise<void>((resolve) => (this.notice = resolve));
    if (this.isBroken) await this.end();
  }

  /** Resolves when all claims have ended that there are now, and their outcomes are stored; rejects where one could not be stored. */
  async end(): Promise<void> {
    const claims = [...this.claims];
    const outcomes = await Promise.allSettled(claims.map(({ ended }) => ended));
    for (const open of claims) this.claims.delete(open);
    if (this.isIdle) this.beginAnew();
    const failed = outcomes.find((one) => one.status === 'rejected');
    if (failed) throw failed.reason;
  }

  private beginAnew(): void {
    this.isBroken = false;
    this.hasMoreDue = false;
    this.pace = new Pace();
    this.stock = mostAtOnce;
    this.isReady = false;
  }

  private get unsent(): number {
    let sum = 0;
    for (const { unsent } of this.claims) sum += unsent.length;
    return sum;
  }

  /** None has to wait for those that take long. */
  private get atOnce(): number {
    const most = this.steps.atOnce();
    return most >= mostAtOnce ? mostAtOnce : Math.min(mostAtOnce, most + this.pace.longUnderWay(most));
  }

  /** Has as many requests under way as may be; looks again soon where these could be more. */
  private fill(): void {
    const most = this.atOnce;
    for (let free = Math.min(most - this.underWay, this.unsent); free > 0; free--) void this.sendOn();
    this.fillSoon();
  }

  private fillSoon(): void {
    if (this.underWay >= mostAtOnce || this.unsent === 0) return;
    this.refill ??= setTimeout(() => {
      this.refill = undefined;
      this.fill();
    }, refillMillis);
  }

  /** Sends one delivery after the other, until none is left or fewer requests may be under way. */
  private async sendOn(): Promise<void> {
    this.underWay++;
    for (let open = this.next(); open && this.underWay <= this.atOnce; open = this.next())
      await this.send(open, open.unsent.shift()!);
    this.underWay--;
    this.fillSoon();
    this.notice();
  }

  /** The oldest claim that has a delivery to send; first of those of what is due, which is given back sooner. */
  private next(): OpenClaim | undefined {
    let oldest: OpenClaim | undefined;
    for (const open of this.claims) {
      if (open.unsent.length > 0 && !open.claim.isDirect) return open;
      if (open.unsent.length > 0) oldest ??= open;
    }
    return oldest;
  }

  private async send(open: OpenClaim, one: Claimed): Promise<void> {
    try {
      const answer = await this.pace.timed(() => this.steps.answerTo(open.claim, one));
      this.isReady = true;
      const most = Math.min(mostUnstored, fewUnstored + this.pace.within(unstoredMillis));
      const stored = open.answered({ ...one, answer }, most);
      if (answer.error || !open.isHeld || this.steps.isStopping()) this.breakOff();
      this.notice();
      await stored;
      if (!open.isHeld) this.breakOff();
    } catch (error) {
      open.failed(error as Error);
      this.breakOff();
    }
  }

  private breakOff(): void {
    this.isBroken = true;
    for (const open of this.claims) open.giveBack();
    this.notice();
  }
}
