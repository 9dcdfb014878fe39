import { clock } from '../../core/clock.js';
import { conflict, notFound } from '../../core/errors.js';
import type { Blueprint } from '../blueprint.js';
import { currentDelegation, type Delegation, limitedTo, membersOf, type RightsCopy } from '../delegation.js';
import { ClaimableRun } from './claimable-run.js';
import { deadlineExceeded, type FailureCategory, isOurs, type RunFailure, workerLost } from './run-failure.js';
import type { RunFields } from './run-fields.js';

/** One run of a blueprint: queued, running, then one of three final states. */
export class AgentRun extends ClaimableRun {
  static readonly noun = 'agent_run';
  blueprint: string;
  input: unknown;
  output: unknown = null;
  /** The model it asks, as `provider/model`; null where it asks none. */
  model: string | null;
  attempt = 0;
  consecutiveFailures = 0;
  /** How many workers in a row vanished with the run, since one last finished an attempt. */
  lostInRow = 0;
  failureCategory: FailureCategory | null = null;
  failureDetail: string | null = null;
  startedAt: Date | null = null;
  finishedAt: Date | null = null;
  scheduleId: string | null;
  memberId: string | null;
  rights: RightsCopy;

  constructor(blueprint: Blueprint, fields: RunFields, delegation: Delegation = currentDelegation()) {
    super(fields, blueprint.defaultDeadlineSeconds);
    this.blueprint = blueprint.slug;
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

  get hasSucceeded(): boolean {
    return this.status === 'succeeded';
  }

  /** False for a failure that the product caused: no fee is taken, and it does not count against a schedule. */
  get hasFailedByItself(): boolean {
    return this.status === 'failed' && !isOurs(this.failureCategory);
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
    this.takeFee(isOurs(this.failureCategory) ? 0 : feeBps);
    this.record(status);
  }

  private letGo(): void {
    this.forfeit();
    this.workerId = null;
    this.leaseExpiresAt = null;
    this.lastHeartbeatAt = null;
  }
}
