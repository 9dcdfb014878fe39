import { AgentRun } from '../agents/runs/agent-run.js';
import type { Blueprint } from '../agents/blueprint.js';
import { currentDelegation, type Delegation, membersOf, type RightsCopy, sharedWith } from '../agents/delegation.js';
import type { AskedRun } from '../agents/runs/run-fields.js';
import { clock } from '../core/clock.js';
import { Faults } from '../core/errors.js';
import { isDenial, type Denial } from '../core/access/authorizations.js';
import { expectCron } from './cron-expression.js';
import { fillTemplate } from './input-template.js';
import { ScheduleCalendar } from './schedule-calendar.js';
import type { DisabledReason, NewSchedule, ScheduleFields } from './schedule-fields.js';
import { definitionOf, ownersAfter, stoppedWithOwner } from './schedule-owners.js';

const mostFailures = 5;

/** Starts runs of a blueprint at the times of a cron expression. */
export class AgentSchedule extends ScheduleCalendar {
  static readonly noun = 'agent_schedule';
  blueprint!: string;
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
    } else if (run.hasFailedByItself) {
      this.consecutiveFailures++;
      if (this.consecutiveFailures >= mostFailures) this.disable('consecutive_failures');
    }
  }

  protected override get freeJson(): readonly string[] {
    return ['inputTemplate'];
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
