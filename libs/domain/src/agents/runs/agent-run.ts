import { ofAgent } from '../../core/channels.js';
import { Entity } from '../../core/entity.js';
import { conflict, mustHold, notFound } from '../../core/errors.js';
import type { Blueprint } from '../blueprint.js';
import { currentMandate, type Mandate, membersOf, type RightsCopy } from '../mandate.js';
import { type FailureCategory, isOurs, RunFailure } from '../run-failure.js';

export const runStatuses = ['queued', 'running', 'succeeded', 'failed', 'cancelled'] as const;
export type RunStatus = (typeof runStatuses)[number];

export interface RunFields {
  input?: unknown;
  runAt?: Date | null;
  deadlineAt?: Date | null;
  budgetUsdCents?: number | null;
}

const backoffSeconds = { first: 10, factor: 3, most: 300 };

/** One run of a blueprint: queued, running, then one of three final states. */
export class AgentRun extends Entity {
  static readonly noun = 'agent_run';
  blueprint: string;
  status: RunStatus = 'queued';
  input: unknown;
  output: unknown = null;
  runAt: Date;
  deadlineAt: Date | null;
  budgetUsdCents: number | null;
  costMicroUsd = 0;
  platformFeeCents = 0;
  attempt = 0;
  consecutiveFailures = 0;
  /** Leases that expired in a row since a worker last finished an attempt. */
  lostInRow = 0;
  failureCategory: FailureCategory | null = null;
  failureDetail: string | null = null;
  startedAt: Date | null = null;
  finishedAt: Date | null = null;
  scheduleId: string | null = null;
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
    this.deadlineAt = fields.deadlineAt ?? new Date(begin + blueprint.defaultDeadlineSeconds * 1000);
    this.budgetUsdCents = fields.budgetUsdCents ?? blueprint.defaultBudgetUsdCents;
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

  get costUsdCents(): number {
    return Math.ceil(this.costMicroUsd / 10_000);
  }

  /** A run under another blueprint's name does not exist. */
  mustBeOf(blueprint: string): void {
    if (this.blueprint !== blueprint) throw notFound();
  }

  start(claim: string): void {
    this.mustBe('queued');
    this.status = 'running';
    this.workerId = claim;
    this.attempt++;
    this.startedAt ??= new Date();
    this.record('started', { attempt: this.attempt });
  }

  succeed(output: unknown, feeBps: number): void {
    this.mustBe('running');
    this.output = output ?? null;
    this.consecutiveFailures = 0;
    this.failureCategory = this.failureDetail = null;
    this.charge(feeBps);
    this.end('succeeded');
  }

  /** Queues it again with a growing delay if a retry may help and attempts are left; otherwise it failed for good. */
  fail(failure: RunFailure, { maxAttempts, feeBps }: { maxAttempts: number; feeBps: number }): void {
    this.mustBe('running');
    this.note(failure);
    this.lostInRow = 0;
    if (failure.mayBeRetried && this.attempt < maxAttempts) this.queueAgain(this.backoff());
    else this.endFailed(feeBps);
  }

  /** Of a run that a vanished worker left behind, or that nobody came to before its deadline. */
  settleOverdue(feeBps: number): void {
    if (this.status === 'running') this.loseWorker(feeBps);
    else this.missDeadline(feeBps);
  }

  /** Nobody renewed the lease: counts as a failed attempt; the second in a row fails the run. */
  loseWorker(feeBps: number): void {
    this.mustBe('running');
    this.note(new RunFailure('worker_lost', 'The worker of this run vanished.'));
    if (++this.lostInRow < 2) this.queueAgain(new Date());
    else this.endFailed(feeBps);
  }

  /** The worker shuts down: the run is queued again, and the attempt is not counted. */
  giveBack(): void {
    this.mustBe('running');
    this.attempt--;
    this.queueAgain(new Date());
  }

  /** The deadline passed before any worker claimed it. */
  missDeadline(feeBps: number): void {
    this.mustBe('queued');
    this.note(deadlineExceeded());
    this.endFailed(feeBps);
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
    if (!isOurs(this.failureCategory!)) this.charge(feeBps);
    this.end('failed');
  }

  private charge(feeBps: number): void {
    this.platformFeeCents = Math.ceil((this.costMicroUsd * feeBps) / 100_000_000);
  }

  private end(status: 'succeeded' | 'failed' | 'cancelled'): void {
    this.status = status;
    this.finishedAt = new Date();
    this.letGo();
    this.record(status);
  }

  private letGo(): void {
    this.workerId = this.leaseExpiresAt = this.lastHeartbeatAt = null;
  }

  private backoff(): Date {
    const { first, factor, most } = backoffSeconds;
    const seconds = Math.min(most, first * factor ** (this.consecutiveFailures - 1));
    return new Date(Date.now() + seconds * 1000 * (0.9 + Math.random() * 0.1));
  }

  private mustBe(status: RunStatus): void {
    if (this.status !== status) throw conflict('run_not_' + status, `This run is ${this.status}.`);
  }
}

export const deadlineExceeded = () => new RunFailure('deadline_exceeded', 'The deadline of this run has passed.');
