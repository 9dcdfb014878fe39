import { type Claim, type Claimed, mostAtOnce } from '@tandem/domain/webhooks/deliveries/delivery-claims.port';
import type { Answer } from '@tandem/domain/webhooks/deliveries/answer';
import type { OpenClaim } from './open-claim.js';

/** A claim takes as many deliveries as are sent in this time. */
const usualMillis = 500;
const mostClaimed = 200;

/** What a line does with claims and their deliveries. */
interface Steps {
  open: (claim: Claim) => OpenClaim;
  answerTo: (claim: Claim, one: Claimed) => Promise<Answer>;
  /** True once nothing more is to begin. */
  isStopping: () => boolean;
}

/**
 * What one endpoint is sent, ten requests at a time, out of one claim after the other: the next is made while the last is under
 * way, so that an endpoint that keeps up never waits. What has not begun is given back when a try fails, or when a claim or the
 * process ends.
 */
export class SendingLine {
  private readonly claims = new Set<OpenClaim>();
  private underWay = 0;
  /** True once a try failed, or a delivery was no longer held. */
  private isBroken = false;
  private lastTaken = mostAtOnce;
  private takenAt = 0;
  /** Since the last claim. */
  private answers = 0;
  private notice: () => void = () => undefined;

  constructor(private readonly steps: Steps) {}

  get held(): Claim[] {
    return [...this.claims].map(({ claim }) => claim);
  }

  /**
   * How many the next claim may take: up to twice as many as the last where the endpoint keeps up, so that fewer claims do the
   * same work, else as many as can begin at once.
   */
  get most(): number {
    const atThisPace = (this.answers * usualMillis) / (performance.now() - this.takenAt);
    const most = Math.min(Math.floor(atThisPace), 2 * this.lastTaken, mostClaimed);
    return Math.max(1, mostAtOnce - this.underWay, most - this.unsent);
  }

  take(claim: Claim): void {
    if (claim.taken.length === 0) return;
    Object.assign(this, { lastTaken: claim.taken.length, takenAt: performance.now(), answers: 0 });
    const open = this.steps.open(claim);
    this.claims.add(open);
    open.ended.then(
      () => this.claims.delete(open),
      () => this.breakOff(),
    );
    for (let free = Math.min(mostAtOnce - this.underWay, this.unsent); free > 0; free--) void this.sendOn();
  }

  /** Resolves when the next claim should be made: half of the last one has begun, or a try failed and all that was under way has ended. */
  async runsLow(): Promise<void> {
    const isLow = () => this.answers > 0 && this.unsent <= this.lastTaken / 2;
    while (this.underWay > 0 && !this.isBroken && !isLow())
      await new Promise<void>((resolve) => (this.notice = resolve));
    if (this.isBroken) await this.end();
  }

  /** Resolves when all is sent and stored; rejects where something could not be. */
  async end(): Promise<void> {
    const ended = [...this.claims].map((one) => one.ended);
    await Promise.allSettled(ended);
    this.claims.clear();
    Object.assign(this, { isBroken: false, lastTaken: mostAtOnce, answers: 0 });
    await Promise.all(ended);
  }

  private get unsent(): number {
    let sum = 0;
    for (const { unsent } of this.claims) sum += unsent.length;
    return sum;
  }

  /** One after the other, until nothing is left to begin. */
  private async sendOn(): Promise<void> {
    this.underWay++;
    for (let open = this.next(); open; open = this.next()) await this.send(open, open.unsent.shift()!);
    this.underWay--;
    this.notice();
  }

  /** The oldest claim of which something has not begun. */
  private next(): OpenClaim | undefined {
    for (const open of this.claims) if (open.unsent.length > 0) return open;
    return undefined;
  }

  private async send(open: OpenClaim, one: Claimed): Promise<void> {
    try {
      const answer = await this.steps.answerTo(open.claim, one);
      this.answers++;
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
