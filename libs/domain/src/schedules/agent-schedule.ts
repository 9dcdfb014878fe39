import { AgentRun } from '../agents/runs/agent-run.js';
import type { Blueprint } from '../agents/blueprint.js';
import { currentDelegation, type Delegation, membersOf, type RightsCopy, sharedWith } from '../agents/delegation.js';
import type { AskedRun } from '../agents/runs/run-fields.js';
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
/** Missed times before that are not recorded. */
const recordedMillis = 7 * dayMillis;

/** `newest` is the time to start a run for; null when it is too long ago. All other times that have come were missed. */
interface DueTimes {
  newest: Date | null;
  missed: Date[];
}

/** Starts runs of a blueprint at the times of a cron expression. */
export class AgentSchedule extends Entity {
  static readonly noun = 'agent_schedule';
  blueprint!: string;
  cronExpression!: string;
  timezone!: string;
  enabled = true;
  /** The next time to fire at; null while disabled. */
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
  /** Its owner: the rights of this member count, and those of all who changed it since. */
  memberId: string | null;
  rights: RightsCopy;

  /** `faults` were found before; they are thrown together with those found here. */
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

  /** An entity has all of it; whom it may be shown to is decided where it is read. */
  get contentHidden(): boolean {
    return false;
  }

  /** The members it works for, its owner first. */
  get worksFor(): string[] {
    return membersOf(this);
  }

  isDue(now: Date): boolean {
    return this.nextAt !== null && this.nextAt <= now;
  }

  /** Its times from `nextAt` up to now. */
  dueTimes(now: Date): DueTimes {
    const recordedFrom = new Date(now.getTime() - recordedMillis);
    const due = this.nextAt! > recordedFrom ? [this.nextAt!] : [];
    due.push(...this.cron.between(due[0] ?? recordedFrom, now));
    const newest = due.at(-1);
    if (!newest || now.getTime() - newest.getTime() > dayMillis) return { newest: null, missed: due };
    return { newest, missed: due.slice(0, -1) };
  }

  /** Sets `nextAt` to its first time after the instant; nothing while it is disabled. */
  planAfter(at: Date): void {
    if (this.enabled) this.nextAt = this.cron.next(at) ?? null;
  }

  /** Goes on to the time after the one that is due, which somebody else has seen to. */
  passOver(now: Date): void {
    if (this.isDue(now)) this.planAfter(this.nextAt!);
  }

  /** Its next ten times, whether or not it is enabled. */
  upcoming(): ScheduledTime[] {
    return this.cron.upcoming(10);
  }

  /** The run for a time, on behalf of the owners of the schedule and of whoever triggers it. */
  runOf(blueprint: Blueprint, at: Date, trigger?: Delegation): AgentRun {
    const { id: scheduleId, memberId, deadlineSeconds, budgetUsdCents, model } = this;
    const rights = trigger ? sharedWith(this, trigger) : this.rights;
    const fields = { input: this.inputFor(at), deadlineSeconds, budgetUsdCents, model, scheduleId };
    return new AgentRun(blueprint, fields, { memberId, rights });
  }

  /** The run of its next time, to check what can be refused now. */
  get asked(): AskedRun {
    const { blueprint, budgetUsdCents, model, nextAt } = this;
    return { blueprint, budgetUsdCents, model, input: this.inputFor(nextAt ?? clock.now()), at: '/input_template' };
  }

  /** The input of the run for a time; `last_succeeded_at` is the schedule's creation until a run succeeds. */
  inputFor(scheduledFor: Date): unknown {
    const values = { scheduled_for: scheduledFor, last_succeeded_at: this.lastSucceededAt ?? this.createdAt };
    return fillTemplate(this.inputTemplate, values);
  }

  /** `denial`: why its owners may no longer run it. Who changes its definition becomes a co-owner. */
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

  /** One that stopped with its owner cannot be triggered by hand either. */
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

  /** Counts a run that ended; five failures in a row that are the runs' own fault disable the schedule. */
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
