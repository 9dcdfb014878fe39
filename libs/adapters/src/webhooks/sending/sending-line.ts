import { type Claim, type Claimed, mostAtOnce } from '@tandem/domain/webhooks/deliveries/delivery-claims.port';
import type { Answer } from '@tandem/domain/webhooks/deliveries/answer';
import type { OpenClaim } from './open-claim.js';
import { Pace } from './pace.js';

/** About as many deliveries should wait to be sent, after a claim, as are sent in this time. */
const usualMillis = 500;
const mostClaimed = 200;

/** What a line needs to work on claims and their deliveries. */
interface Steps {
  open: (claim: Claim) => OpenClaim;
  answerTo: (claim: Claim, one: Claimed) => Promise<Answer>;
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
  /** True once a try failed, or a delivery was no longer held. */
  private isBroken = false;
  private pace = new Pace();
  /** How many deliveries waited to be sent right after the last claim. */
  private stock = mostAtOnce;
  /** Whether an answer has come since the last claim. */
  private isAnswered = false;
  private notice: () => void = () => undefined;

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

  take(claim: Claim): void {
    if (claim.taken.length === 0) return;
    this.isAnswered = false;
    const open = this.steps.open(claim);
    this.claims.add(open);
    this.stock = this.unsent;
    open.ended.then(
      () => this.claims.delete(open),
      () => this.breakOff(),
    );
    for (let free = Math.min(mostAtOnce - this.underWay, this.unsent); free > 0; free--) void this.sendOn();
  }

  /** Resolves when the next claim should be made: at most half of what waited is left to send, or a try failed and all others have ended. */
  async runsLow(): Promise<void> {
    const isLow = () => this.isAnswered && this.unsent <= this.stock / 2;
    while (this.underWay > 0 && !this.isBroken && !isLow())
      await new Promise<void>((resolve) => (this.notice = resolve));
    if (this.isBroken) await this.end();
  }

  /** Resolves when all claims have ended and their outcomes are stored; rejects where one could not be stored. */
  async end(): Promise<void> {
    const ended = [...this.claims].map((one) => one.ended);
    await Promise.allSettled(ended);
    this.claims.clear();
    this.isBroken = false;
    this.pace = new Pace();
    this.stock = mostAtOnce;
    this.isAnswered = false;
    await Promise.all(ended);
  }

  private get unsent(): number {
    let sum = 0;
    for (const { unsent } of this.claims) sum += unsent.length;
    return sum;
  }

  /** Sends one delivery after the other, until none is left. */
  private async sendOn(): Promise<void> {
    this.underWay++;
    for (let open = this.next(); open; open = this.next()) await this.send(open, open.unsent.shift()!);
    this.underWay--;
    this.notice();
  }

  /** The oldest claim that has a delivery to send. */
  private next(): OpenClaim | undefined {
    for (const open of this.claims) if (open.unsent.length > 0) return open;
    return undefined;
  }

  private async send(open: OpenClaim, one: Claimed): Promise<void> {
    try {
      const answer = await this.steps.answerTo(open.claim, one);
      this.pace.answered();
      this.isAnswered = true;
      const stored = open.answered({ ...one, answer });
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
