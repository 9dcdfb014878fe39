import { clock } from '../../core/clock.js';
import { Entity } from '../../core/entity.js';
import { conflict, mustHold, notFound } from '../../core/errors.js';
import type { Blueprint } from '../blueprint.js';
import { currentDelegation, type Delegation, limitedTo, membersOf, type RightsCopy } from '../delegation.js';
import { Bill } from './bill.js';
import {
  deadlineExceeded,
  type FailureCategory,
  isProductFailure,
  type RunFailure,
  workerLost,
} from './run-failure.js';
import type { RunFields, RunStatus } from './run-fields.js';

/** RFC 3339 has years of four digits. */
const lastInstant = Date.parse('9999-12-31T23:59:59.999Z');

const conflictCodes = { queued: 'run_not_queued', running: 'run_not_running', failed: 'run_not_failed' } as const;

/** One run of a blueprint: queued, running, then one of three final states. */
export class AgentRun extends Entity {
  static readonly resourceType = 'agent_run';
  blueprint: string;
  status: RunStatus = 'queued';
  input: unknown;
  output: unknown = null;
  /** `provider/model`; null for a blueprint without a model. */
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
  /** Number of workers lost in a row since an attempt last completed. */
  lostInRow = 0;
  failureCategory: FailureCategory | null = null;
  failureDetail: string | null = null;
  /** The claim. Each attempt has a new one, so that a late write of a former worker is detected. */
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

  override get onBehalfOf(): string | null {
    return this.memberId;
  }

  /** Entities have all content; it is withheld where readers may not see it. */
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

  /** False for a failure caused by the product, which is free of charge and does not count against a schedule. */
  get countsAsFailure(): boolean {
    return this.status === 'failed' && !isProductFailure(this.failureCategory);
  }

  get secondsAllowed(): number | null {
    const millis = this.deadlineAt && this.deadlineAt.getTime() - this.createdAt.getTime();
    return millis === null ? null : Math.max(1, Math.ceil(millis / 1000));
  }

  get secondsWaited(): number {
    const due = Math.max(this.runAt.getTime(), this.createdAt.getTime());
    return Math.max(0, this.lastHeartbeatAt!.getTime() - due) / 1000;
  }

  isDue(now: Date): boolean {
    return this.isQueued && this.runAt <= now && !this.hasMissedDeadline(now);
  }

  hasMissedDeadline(now: Date): boolean {
    return this.isQueued && this.deadlineAt !== null && this.deadlineAt <= now;
  }

  isHeldBy(claimId: string | null): boolean {
    return this.isRunning && this.workerId === claimId;
  }

  hasLostWorker(now: Date): boolean {
    return this.isRunning && this.leaseExpiresAt! < now;
  }

  mustBe(status: keyof typeof conflictCodes): void {
    if (this.status !== status) throw conflict(conflictCodes[status], `This run is ${this.status}.`);
  }

  mustBeOf(blueprint: string): void {
    if (this.blueprint !== blueprint) throw notFound();
  }

  /** Keeps the first model, so that every attempt uses the same one. */
  chooseModel(model: string | null): void {
    this.model ??= model;
  }

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

  /** Queues a retry with exponential backoff for a possibly temporary failure if attempts are left. */
  fail(failure: RunFailure, { maxAttempts, feeBps }: { maxAttempts: number; feeBps: number }): void {
    this.mustBe('running');
    this.note(failure);
    this.lostInRow = 0;
    if (failure.mayBeRetried && this.attempt < maxAttempts)
      this.queueAgain(failure.nextAttemptAfter(this.consecutiveFailures));
    else this.end('failed', feeBps);
  }

  /** Returns false when not overdue. The second lost worker in a row fails the run, as does a missed deadline. */
  settleOverdue(now: Date, feeBps: number): boolean {
    const isLost = this.hasLostWorker(now);
    if (!isLost && !this.hasMissedDeadline(now)) return false;
    this.note(isLost ? workerLost() : deadlineExceeded());
    if (isLost && ++this.lostInRow < 2) this.queueAgain(now);
    else this.end('failed', feeBps);
    return true;
  }

  /** Queues the run again when the worker shuts down, without counting the attempt. */
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
    const start = Math.max(this.runAt.getTime(), this.createdAt.getTime());
    const allowed = start + (deadlineSeconds ?? defaultSeconds) * 1000;
    const deadline = deadlineAt ?? new Date(Math.min(allowed, lastInstant));
    const isLater = deadline.getTime() > start;
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
    this.releaseClaim();
    this.record('queued', { attempt: this.attempt });
  }

  private end(status: 'succeeded' | 'failed' | 'cancelled', feeBps = 0): void {
    this.status = status;
    this.finishedAt = clock.now();
    this.releaseClaim();
    this.bill.takeFee(isProductFailure(this.failureCategory) ? 0 : feeBps);
    this.record(status);
  }

  private releaseClaim(): void {
    this.bill.forfeit();
    this.workerId = null;
    this.leaseExpiresAt = null;
    this.lastHeartbeatAt = null;
  }
}
