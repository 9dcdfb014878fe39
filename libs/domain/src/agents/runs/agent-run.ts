import { clock } from '../../core/clock.js';
import { Entity } from '../../core/entity.js';
import { conflict, mustHold, notFound } from '../../core/errors.js';
import type { Blueprint } from '../blueprint.js';
import { currentDelegation, type Delegation, limitedTo, membersOf, type RightsCopy } from '../delegation.js';
import { Bill } from './bill.js';
import { deadlineExceeded, type FailureCategory, isOurs, type RunFailure, workerLost } from './run-failure.js';
import type { RunFields, RunStatus } from './run-fields.js';

/** Code of the conflict, by the state that the run should be in. */
const notIn = { queued: 'run_not_queued', running: 'run_not_running', failed: 'run_not_failed' } as const;

/** One run of a blueprint: queued, running, then one of three final states. */
export class AgentRun extends Entity {
  static readonly noun = 'agent_run';
  blueprint: string;
  status: RunStatus = 'queued';
  input: unknown;
  output: unknown = null;
  /** The model it asks, as `provider/model`; null where it asks none. */
  model: string | null;
  budgetUsdCents: number | null;
  costMicroUsd = 0;
  committedMicroUsd = 0;
  reservedMicroUsd = 0;
  platformFeeCents = 0;
  runAt: Date;
  deadlineAt: Date | null;
  attempt = 0;
  consecutiveFailures = 0;
  /** How many workers in a row vanished with the run, since one last finished an attempt. */
  lostInRow = 0;
  failureCategory: FailureCategory | null = null;
  failureDetail: string | null = null;
  /** The lease that holds the run. Each attempt has a new one, so that a write by a former worker is noticed. */
  workerId: string | null = null;
  leaseExpiresAt: Date | null = null;
  lastHeartbeatAt: Date | null = null;
  startedAt: Date | null = null;
  finishedAt: Date | null = null;
  scheduleId: string | null;
  memberId: string | null;
  rights: RightsCopy;

  constructor(blueprint: Blueprint, fields: RunFields, delegation: Delegation = currentDelegation()) {
    super();
    this.blueprint = blueprint.slug;
    this.runAt = fields.runAt ?? this.createdAt;
    this.deadlineAt = this.deadlineIn(fields, blueprint.defaultDeadlineSeconds);
    this.input = fields.input ?? {};
    this.budgetUsdCents = fields.budgetUsdCents ?? blueprint.defaultBudgetUsdCents;
    this.model = fields.model ?? null;
    this.scheduleId = fields.scheduleId ?? null;
    this.memberId = delegation.memberId;
    this.rights = limitedTo(blueprint.scopes, delegation.rights);
    this.record('queued', { works_for: membersOf(this) });
  }

  override get channels(): string[] {
    return ['agents', ...this.within('agent', this.blueprint)];
  }

  /** An entity has all of it; whom it may be shown to is decided where it is read. */
  get contentHidden(): boolean {
    return false;
  }

  get bill(): Bill {
    return new Bill(this);
  }

  get costUsdCents(): number {
    return this.bill.costUsdCents;
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

  get hasSucceeded(): boolean {
    return this.status === 'succeeded';
  }

  /** False for a failure that the product caused: no fee is taken, and it does not count against a schedule. */
  get hasFailedByItself(): boolean {
    return this.status === 'failed' && !isOurs(this.failureCategory);
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

  /** True when nobody renewed the lease in time. */
  hasLostWorker(now: Date): boolean {
    return this.isRunning && this.leaseExpiresAt! < now;
  }

  mustBe(status: keyof typeof notIn): void {
    if (this.status !== status) throw conflict(notIn[status], `This run is ${this.status}.`);
  }

  /** A run under another blueprint's name does not exist. */
  mustBeOf(blueprint: string): void {
    if (this.blueprint !== blueprint) throw notFound();
  }

  /** Sets the model unless the run has one already: every attempt asks the same model. */
  chooseModel(model: string | null): void {
    this.model ??= model;
  }

  /** Its schedule is deleted; the run stays and goes on. */
  leaveSchedule(): void {
    this.scheduleId = null;
  }

  start(claimId: string, now: Date, leaseSeconds: number): void {
    this.mustBe('queued');
    this.status = 'running';
    this.workerId = claimId;
    this.attempt++;
    this.startedAt ??= now;
    this.renewLease(now, leaseSeconds);
    this.record('started', { attempt: this.attempt });
  }

  renewLease(now: Date, seconds: number): void {
    this.leaseExpiresAt = new Date(now.getTime() + seconds * 1000);
    this.lastHeartbeatAt = now;
  }

  succeed(output: unknown, feeBps: number): void {
    this.mustBe('running');
    this.output = output ?? null;
    this.consecutiveFailures = 0;
    this.failureCategory = null;
    this.failureDetail = null;
    this.end('succeeded', feeBps);
  }

  /** Queues it again with a growing delay if a retry may help and attempts are left; otherwise it failed for good. */
  fail(failure: RunFailure, { maxAttempts, feeBps }: { maxAttempts: number; feeBps: number }): void {
    this.mustBe('running');
    this.note(failure);
    this.lostInRow = 0;
    if (failure.mayBeRetried && this.attempt < maxAttempts)
      this.queueAgain(failure.nextAttemptAfter(this.consecutiveFailures));
    else this.end('failed', feeBps);
  }

  /** A lost worker counts as a failed attempt; the second in a row fails the run, as a missed deadline does. False where it has neither. */
  settleOverdue(now: Date, feeBps: number): boolean {
    const isLost = this.hasLostWorker(now);
    if (!isLost && !this.hasMissedDeadline(now)) return false;
    this.note(isLost ? workerLost() : deadlineExceeded());
    if (isLost && ++this.lostInRow < 2) this.queueAgain(now);
    else this.end('failed', feeBps);
    return true;
  }

  /** The worker shuts down: the run is queued again, and the attempt is not counted. */
  giveBack(): void {
    this.mustBe('running');
    this.attempt--;
    this.queueAgain(clock.now());
  }

  cancel(): void {
    if (this.isTerminal)
      throw conflict('run_already_terminal', `This run has already ended: its status is ${this.status}.`, {
        run_status: this.status,
      });
    this.end('cancelled');
  }

  private deadlineIn({ deadlineAt, deadlineSeconds }: RunFields, defaultSeconds: number): Date {
    const begin = Math.max(this.runAt.getTime(), this.createdAt.getTime());
    const deadline = deadlineAt ?? new Date(begin + (deadlineSeconds ?? defaultSeconds) * 1000);
    const isLater = deadline.getTime() > begin;
    mustHold(isLater, 'deadline_at', 'too_early', 'deadline_at must be later than the start.');
    return deadline;
  }

  private note(failure: RunFailure): void {
    this.consecutiveFailures++;
    this.failureCategory = failure.category;
    this.failureDetail = failure.detail;
  }

  private queueAgain(runAt: Date): void {
    this.status = 'queued';
    this.runAt = runAt;
    this.letGo();
    this.record('queued', { attempt: this.attempt });
  }

  private end(status: 'succeeded' | 'failed' | 'cancelled', feeBps = 0): void {
    this.status = status;
    this.finishedAt = clock.now();
    this.letGo();
    this.bill.takeFee(isOurs(this.failureCategory) ? 0 : feeBps);
    this.record(status);
  }

  private letGo(): void {
    this.bill.forfeit();
    this.workerId = null;
    this.leaseExpiresAt = null;
    this.lastHeartbeatAt = null;
  }
}
