import type { Claim, Claimed, Tried } from './delivery-claims.port.js';
import type { Settlement } from './settlement.js';

/** What has not begun by then is given back, so that a claim never outlives what is known of its endpoint. */
const patienceMillis = 1000;

/** A claim while its deliveries are sent. */
export class OpenClaim {
  readonly unsent: Claimed[];
  /** Settles when all its outcomes are stored; rejects where one could not be. */
  readonly ended: Promise<void>;
  private unanswered: number;
  private fault: Error | undefined;
  private readonly timer: NodeJS.Timeout;
  private isOver!: () => void;

  constructor(
    readonly claim: Claim,
    private readonly settlement: Settlement,
    release: () => void,
  ) {
    this.unsent = [...claim.taken];
    this.unanswered = claim.taken.length;
    this.ended = new Promise<void>((resolve) => (this.isOver = resolve)).then(() => this.settle()).finally(release);
    this.ended.catch(() => undefined); // whoever ends the line is told
    this.timer = setTimeout(() => this.giveBack(), patienceMillis);
  }

  /** False once one of its deliveries was no longer held when its answer was stored. */
  get isHeld(): boolean {
    return this.settlement.isHeld;
  }

  /** Resolves at once, or when answers have been stored where too many are not. */
  async answered(tried: Tried): Promise<void> {
    const stored = this.settlement.add(tried);
    this.count(1);
    await stored;
  }

  /** One could not be tried at all. */
  failed(error: Error): void {
    this.fault ??= error;
    this.count(1);
  }

  giveBack(): void {
    const unsent = this.unsent.splice(0);
    if (unsent.length === 0) return;
    this.settlement.giveBack(unsent);
    this.count(unsent.length);
  }

  private count(done: number): void {
    this.unanswered -= done;
    if (this.unanswered > 0) return;
    clearTimeout(this.timer);
    this.isOver();
  }

  private async settle(): Promise<void> {
    await this.settlement.end();
    if (this.fault) throw this.fault;
  }
}
