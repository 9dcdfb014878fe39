import { ofAgent } from '../../core/channels.js';
import { conflict, mustHold, notFound } from '../../core/errors.js';
import type { Blueprint } from '../blueprint.js';
import { currentMandate, type Mandate, membersOf, type RightsCopy } from '../mandate.js';
import {
  deadlineExceeded,
  type FailureCategory,
  isOurs,
  nextAttemptAfter,
  type RunFailure,
  workerLost,
} from './run-failure.js';
import { RunAccounts } from './run-accounts.js';
import type { RunFields, RunStatus } from './run-fields.js';

/** One run of a blueprint: queued, running, then one of three final states. */
export class AgentRun extends RunAccounts {
  static readonly noun = 'agent_run';
  blueprint: string;
  status: RunStatus = 'queued';
  input: unknown;
  output: unknown = null;
  runAt: Date;
  deadlineAt: Date | null;
  /** The model it asks, as `provider/model`; null where it asks none. */
  model: string | null;
  attempt = 0;
  consecutiveFailures = 0;
  /** Leases that expired in a row since a worker last finished an attempt. */
  lostInRow = 0;
  failureCategory: FailureCategory | null = null;
  failureDetail: string | null = null;
  startedAt: Date | null = null;
  finishedAt: Date | null = null;
  scheduleId: string | null;
  memberId: string | null;
  rights: RightsCopy;
  /** The claim that holds the run. Each attempt has a new one, so that a write by a former worker is noticed. */
  workerId: string | null = null;
  leaseExpiresAt: Date | null = null;
  lastHeartbeatAt: Date | null = null;

  constructor(blueprint: Blueprint, fields: RunFields, mandate: Mandate = currentMandate()) {
    super();
    this.blueprint = blueprint.slug;
    this.input = fields.input ?? {};
    this.runAt = fields.runAt ?? this.createdAt;
    const begin = Math.max(this.runAt.getTime(), this.createdAt.getTime());
    const seconds = fields.deadlineSeconds ?? blueprint.defaultDeadlineSeconds;
    this.deadlineAt = fields.deadlineAt ?? new Date(begin + seconds * 1000);
    this.budgetUsdCents = fields.budgetUsdCents ?? blueprint.defaultBudgetUsdCents;
    this.model = fields.model ?? null;
    this.scheduleId = fields.scheduleId ?? null;
    this.memberId = mandate.memberId;
    this.rights = mandate.rights;
    const isLater = this.deadlineAt.getTime() > begin;
    mustHold(isLater, 'deadline_at', 'too_early', 'deadline_at must be later than the start.');
    this.record('queued', { works_for: this.worksFor });
  }

  override get channels(): string[] {
    return ['agents', ...ofAgent(this.blueprint)];
  }

  /** The members it works for, its owner first. */
  get worksFor(): string[] {
    return membersOf(this);
  }

  get isTerminal(): boolean {
    return this.status !== 'queued' && this.status !== 'running';
  }

  /** A run under another blueprint's name does not exist. */
  mustBeOf(blueprint: string): void {
    if (this.blueprint !== blueprint) throw notFound();
  }

  mustBe(status: RunStatus): void {
    if (this.status !== status) throw conflict('run_not_' + status, `This run is ${this.status}.`);
  }

  /** Every attempt asks the same model: one that it has stays. */
  keepModel(model: string | null): void {
    this.model ??= model;
  }

  /** Its schedule is deleted; the run stays and goes on. */
  leaveSchedule(): void {
    this.scheduleId = null;
  }

  /** True when a worker may claim it. */
  isDue(now: Date): boolean {
    return this.status === 'queued' && this.runAt <= now && !this.hasMissedDeadline(now);
  }

  /** True while the claim holds it: another worker may have it by now, or somebody may have cancelled it. */
  isHeldBy(claimId: string | null): boolean {
    return this.status === 'running' && this.workerId === claimId;
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
    this.failureCategory = this.failureDetail = null;
    this.end('succeeded', feeBps);
  }

  /** Queues it again with a growing delay if a retry may help and attempts are left; otherwise it failed for good. */
  fail(failure: RunFailure, { maxAttempts, feeBps }: { maxAttempts: number; feeBps: number }): void {
    this.mustBe('running');
    this.note(failure);
    this.lostInRow = 0;
    if (failure.mayBeRetried && this.attempt < maxAttempts)
      this.queueAgain(nextAttemptAfter(this.consecutiveFailures, failure));
    else this.endFailed(feeBps);
  }

  /** True when nobody renewed the lease in time. */
  hasLostWorker(now: Date): boolean {
    return this.status === 'running' && this.leaseExpiresAt! < now;
  }

  /** True when the deadline passed before any worker claimed it. */
  hasMissedDeadline(now: Date): boolean {
    return this.status === 'queued' && this.deadlineAt !== null && this.deadlineAt <= now;
  }

  /** A lost worker counts as a failed attempt. The second in a row fails the run, as a missed deadline does at once. */
  settleOverdue(now: Date, feeBps: number): void {
    const isLost = this.hasLostWorker(now);
    if (!isLost && !this.hasMissedDeadline(now)) return;
    this.note(isLost ? workerLost() : deadlineExceeded());
    if (isLost && ++this.lostInRow < 2) this.queueAgain(now);
    else this.endFailed(feeBps);
  }

  /** The worker shuts down: the run is queued again, and the attempt is not counted. */
  giveBack(): void {
    this.mustBe('running');
    this.attempt--;
    this.queueAgain(new Date());
  }

  cancel(): void {
    if (this.isTerminal)
      throw conflict('run_already_terminal', `This run has already ${this.status}.`, { run_status: this.status });
    this.end('cancelled');
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

  private endFailed(feeBps: number): void {
    this.end('failed', isOurs(this.failureCategory!) ? 0 : feeBps);
  }

  private end(status: 'succeeded' | 'failed' | 'cancelled', feeBps = 0): void {
    this.status = status;
    this.finishedAt = new Date();
    this.letGo();
    this.takeFee(feeBps);
    this.record(status);
  }

  private letGo(): void {
    this.forfeit();
    this.workerId = this.leaseExpiresAt = this.lastHeartbeatAt = null;
  }
}
