import { AgentRun } from '../agents/runs/agent-run.js';
import type { Blueprint } from '../agents/blueprint.js';
import { currentDelegation, type Delegation, membersOf, type RightsCopy, sharedWith } from '../agents/delegation.js';
import type { RunRequest } from '../agents/runs/run-fields.js';
import { clock } from '../core/clock.js';
import { dayMillis } from '../core/durations.js';
import { Entity } from '../core/entity.js';
import { Faults } from '../core/errors.js';
import { isDenial, type Denial } from '../core/access/authorizations.js';
import { CronExpression, expectCron, type ScheduledTime } from './cron-expression.js';
import { fillTemplate } from './input-template.js';
import type { DisabledReason, NewSchedule, ScheduleFields } from './schedule-fields.js';
import { definitionOf, ownersAfter, stoppedWithOwner } from './schedule-owners.js';

const maxFailures = 5;
/** Missed times before this period are not recorded. */
const recordedMillis = 7 * dayMillis;

/** `newest` is the time to start a run for, or null when it is too long ago; all other due times were missed. */
interface DueTimes {
  newest: Date | null;
  missed: Date[];
}

export class AgentSchedule extends Entity {
  static readonly resourceType = 'agent_schedule';
  blueprint!: string;
  cronExpression!: string;
  timezone!: string;
  enabled = true;
  nextAt: Date | null = null;
  inputTemplate: unknown = {};
  consecutiveFailures = 0;
  disabledReason: DisabledReason | null = null;
  deadlineSeconds: number | null = null;
  budgetUsdCents: number | null = null;
  model: string | null = null;
  lastEnqueuedAt: Date | null = null;
  lastRunId: string | null = null;
  lastSucceededAt: Date | null = null;
  /** The owner, whose rights limit the runs together with those of every later editor. */
  memberId: string | null;
  rights: RightsCopy;

  constructor(fields: NewSchedule, delegation: Delegation, faults = new Faults()) {
    super();
    this.memberId = delegation.memberId;
    this.rights = delegation.rights;
    this.take(fields, faults);
    if (fields.enabled === false) this.stop('manual');
    this.planAfter(this.createdAt);
    this.record('created');
  }

  override get channels(): string[] {
    return ['agents', ...this.within('agent', this.blueprint)];
  }

  get contentHidden(): boolean {
    return false;
  }

  get worksFor(): string[] {
    return membersOf(this);
  }

  isDue(now: Date): boolean {
    return this.nextAt !== null && this.nextAt <= now;
  }

  dueTimes(now: Date): DueTimes {
    const recordedFrom = new Date(now.getTime() - recordedMillis);
    const due = this.nextAt! > recordedFrom ? [this.nextAt!] : [];
    due.push(...this.cron.between(due[0] ?? recordedFrom, now));
    const newest = due.at(-1);
    if (!newest || now.getTime() - newest.getTime() > dayMillis) return { newest: null, missed: due };
    return { newest, missed: due.slice(0, -1) };
  }

  /** Sets `nextAt` to the first time after the instant; does nothing while disabled. */
  planAfter(at: Date): void {
    if (this.enabled) this.nextAt = this.cron.next(at) ?? null;
  }

  /** Skips a due time that another worker has handled. */
  passOver(now: Date): void {
    if (this.isDue(now)) this.planAfter(this.nextAt!);
  }

  /** The next ten times, even while disabled. */
  upcoming(): ScheduledTime[] {
    return this.cron.upcoming(10);
  }

  runOf(blueprint: Blueprint, at: Date, trigger?: Delegation): AgentRun {
    const { id: scheduleId, memberId, deadlineSeconds, budgetUsdCents, model } = this;
    const rights = trigger ? sharedWith(this, trigger) : this.rights;
    const fields = { input: this.inputFor(at), deadlineSeconds, budgetUsdCents, model, scheduleId };
    return new AgentRun(blueprint, fields, { memberId, rights });
  }

  get runRequest(): RunRequest {
    const { blueprint, budgetUsdCents, model, nextAt } = this;
    return { blueprint, budgetUsdCents, model, input: this.inputFor(nextAt ?? clock.now()), at: '/input_template' };
  }

  /** `last_succeeded_at` is the creation of the schedule until a run succeeds. */
  inputFor(scheduledFor: Date): unknown {
    const values = { scheduled_for: scheduledFor, last_succeeded_at: this.lastSucceededAt ?? this.createdAt };
    return fillTemplate(this.inputTemplate, values);
  }

  /** `denial`: why its owners may no longer run it. An editor of the definition becomes a co-owner. */
  update({ enabled, ...fields }: ScheduleFields, denial: Denial | null = null, faults = new Faults()): void {
    const before = definitionOf(this);
    this.take(this.patched(fields), faults);
    const starts = enabled === true && !this.enabled;
    if (starts || definitionOf(this) !== before)
      this.assign(ownersAfter(this, { denial, starts, editor: currentDelegation() }));
    if (starts) this.enable();
    else if (fields.cronExpression !== undefined || fields.timezone !== undefined) this.planAfter(clock.now());
    this.recordChange({ works_for: this.worksFor });
    if (enabled === false) this.disable('manual');
  }

  /** A schedule stopped with its owner cannot be triggered either. */
  mustNotBeOrphaned(): void {
    if (isDenial(this.disabledReason)) throw stoppedWithOwner(this.disabledReason);
  }

  disable(reason: DisabledReason): void {
    if (!this.enabled) return;
    this.stop(reason);
    this.record('disabled', { reason });
  }

  delete(): void {
    this.record('deleted');
  }

  enqueued(run: AgentRun): void {
    this.lastRunId = run.id;
    this.lastEnqueuedAt = run.createdAt;
  }

  /** Counts a finished run; five failures of the runs themselves in a row disable the schedule. */
  count(run: AgentRun): void {
    if (run.hasSucceeded) {
      this.consecutiveFailures = 0;
      this.lastSucceededAt = run.finishedAt;
    } else if (run.countsAsFailure) {
      this.consecutiveFailures++;
      if (this.consecutiveFailures >= maxFailures) this.disable('consecutive_failures');
    }
  }

  protected override get freeJson(): readonly string[] {
    return ['inputTemplate'];
  }

  private get cron(): CronExpression {
    return CronExpression.known(this.cronExpression, this.timezone);
  }

  private enable(): void {
    this.enabled = true;
    this.disabledReason = null;
    this.consecutiveFailures = 0;
    this.planAfter(clock.now());
  }

  private stop(reason: DisabledReason): void {
    this.enabled = false;
    this.disabledReason = reason;
    this.nextAt = null;
  }

  private take({ enabled: _, ...fields }: ScheduleFields, faults: Faults): void {
    this.assign(fields);
    expectCron(this, faults);
    faults.throwIfAny();
  }
}
