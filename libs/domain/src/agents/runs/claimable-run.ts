import { conflict, mustHold } from '../../core/errors.js';
import { BilledRun } from './billed-run.js';
import type { RunFields, RunStatus } from './run-fields.js';

/** Code of the conflict, by the state that the run should be in. */
const notIn = { queued: 'run_not_queued', running: 'run_not_running', failed: 'run_not_failed' } as const;

/** A run as workers see it: due from a time on, held by a lease that its worker renews, too late once its deadline has passed. */
export abstract class ClaimableRun extends BilledRun {
  status: RunStatus = 'queued';
  runAt: Date;
  deadlineAt: Date | null;
  /** The claim that holds the run. Each attempt has a new one, so that a write by a former worker is noticed. */
  workerId: string | null = null;
  leaseExpiresAt: Date | null = null;
  lastHeartbeatAt: Date | null = null;

  constructor({ runAt, deadlineAt, deadlineSeconds }: RunFields, usualSeconds: number) {
    super();
    this.runAt = runAt ?? this.createdAt;
    const begin = Math.max(this.runAt.getTime(), this.createdAt.getTime());
    this.deadlineAt = deadlineAt ?? new Date(begin + (deadlineSeconds ?? usualSeconds) * 1000);
    const isLater = this.deadlineAt.getTime() > begin;
    mustHold(isLater, 'deadline_at', 'too_early', 'deadline_at must be later than the start.');
  }

  get isQueued(): boolean {
    return this.status === 'queued';
  }

  get isRunning(): boolean {
    return this.status === 'running';
  }

  get isTerminal(): boolean {
    return !this.isQueued && !this.isRunning;
  }

  mustBe(status: keyof typeof notIn): void {
    if (this.status !== status) throw conflict(notIn[status], `This run is ${this.status}.`);
  }

  /** How long it had from its creation to its deadline; null where it has none. */
  get secondsAllowed(): number | null {
    const millis = this.deadlineAt && this.deadlineAt.getTime() - this.createdAt.getTime();
    return millis === null ? null : Math.max(1, Math.ceil(millis / 1000));
  }

  /** The time from when it was due until it was claimed. */
  get secondsWaited(): number {
    const due = Math.max(this.runAt.getTime(), this.createdAt.getTime());
    return Math.max(0, this.lastHeartbeatAt!.getTime() - due) / 1000;
  }

  /** True when a worker may claim it. */
  isDue(now: Date): boolean {
    return this.isQueued && this.runAt <= now && !this.hasMissedDeadline(now);
  }

  /** True when the deadline passed before any worker claimed it. */
  hasMissedDeadline(now: Date): boolean {
    return this.isQueued && this.deadlineAt !== null && this.deadlineAt <= now;
  }

  /** False once another worker has claimed it, or somebody has cancelled it. */
  isHeldBy(claimId: string | null): boolean {
    return this.isRunning && this.workerId === claimId;
  }

  renewLease(now: Date, seconds: number): void {
    this.leaseExpiresAt = new Date(now.getTime() + seconds * 1000);
    this.lastHeartbeatAt = now;
  }

  /** True when nobody renewed the lease in time. */
  hasLostWorker(now: Date): boolean {
    return this.isRunning && this.leaseExpiresAt! < now;
  }
}
