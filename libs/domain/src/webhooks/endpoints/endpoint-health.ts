import { Entity } from '../../core/entity.js';
import type { AttemptResult } from '../deliveries/attempt-result.js';

export type Verdict = 'none' | 'warn' | 'gone' | 'consecutive_failures';

export interface Try {
  event: { id: string };
  startedAt: Date;
  result: AttemptResult;
}

const goneStatus = 410;
const hour = 3_600_000;
const failuresThatHold = 10;
const firstHoldSeconds = 30;
const maxHoldSeconds = 900;

/** Stored apart from the endpoint because it changes with every failure. */
export class EndpointHealth extends Entity {
  static readonly resourceType = 'webhook_endpoint';
  failingSince: Date | null = null;
  failedTries = 0;
  failuresInARow = 0;
  firstFailedEventId: string | null = null;
  hasSeveralEvents = false;
  isWarned = false;
  /** Nothing is sent until then; after that, one delivery at a time as a probe. */
  heldUntil: Date | null = null;
  holdSeconds = 0;
  /** When a member last ended a hold. */
  releasedAt: Date | null = null;
  /** Of the latest tries; not stored. */
  verdict: Verdict = 'none';

  constructor(endpointId: string) {
    super();
    this.id = endpointId;
  }

  isHeld(at: Date): boolean {
    return this.heldUntil !== null && at < this.heldUntil;
  }

  /** Forgets every failure: after a success, and when the endpoint is enabled. */
  clear(): void {
    this.failingSince = null;
    this.failedTries = 0;
    this.failuresInARow = 0;
    this.firstFailedEventId = null;
    this.hasSeveralEvents = false;
    this.isWarned = false;
    this.heldUntil = null;
    this.holdSeconds = 0;
  }

  /** Ends a hold, so that what is due is sent at once; the failures still count. */
  release(now: Date): void {
    if (!this.failingSince) return;
    this.heldUntil = null;
    this.holdSeconds = 0;
    this.releasedAt = now;
  }

  /** Counts tries in the order of their responses. */
  judge(tries: readonly Try[], now: Date): Verdict {
    for (const one of tries)
      if (one.result.error) this.failed(one, now);
      else this.clear();
    this.verdict = this.verdictAfter(tries, now);
    return this.verdict;
  }

  private failed({ event, startedAt }: Try, now: Date): void {
    this.failingSince ??= now;
    this.failedTries++;
    this.failuresInARow++;
    this.firstFailedEventId ??= event.id;
    this.hasSeveralEvents ||= this.firstFailedEventId !== event.id;
    if (this.failuresInARow >= failuresThatHold && this.isProbe(startedAt)) this.hold(now);
  }

  /** No success for 120 hours, at least 20 failed tries of at least two events. */
  isHopeless(now: Date): boolean {
    return this.failsFor(120 * hour, now) && this.failedTries >= 20 && this.hasSeveralEvents;
  }

  /** True on the first call after a day of failures. */
  shouldWarn(now: Date): boolean {
    if (this.isWarned || !this.failsFor(24 * hour, now)) return false;
    this.isWarned = true;
    return true;
  }

  private verdictAfter(tries: readonly Try[], now: Date): Verdict {
    if (tries.some(({ result }) => result.httpStatus === goneStatus)) return 'gone';
    if (this.isHopeless(now)) return 'consecutive_failures';
    return this.shouldWarn(now) ? 'warn' : 'none';
  }

  private failsFor(millis: number, now: Date): boolean {
    return this.failingSince !== null && now.getTime() - this.failingSince.getTime() >= millis;
  }

  /** False for a try that began before a hold ended: it says nothing of the endpoint since then. */
  private isProbe(startedAt: Date): boolean {
    return !this.isHeld(startedAt) && (this.releasedAt === null || startedAt >= this.releasedAt);
  }

  /** Each failed probe doubles the hold. */
  private hold(now: Date): void {
    this.holdSeconds = Math.min(maxHoldSeconds, this.holdSeconds * 2 || firstHoldSeconds);
    this.heldUntil = new Date(now.getTime() + this.holdSeconds * 1000);
  }
}
